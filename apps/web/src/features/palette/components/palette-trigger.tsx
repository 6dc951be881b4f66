"use client";

import { Search } from "lucide-react";
import { openPalette } from "../lib/palette-opener.ts";

/** Opens the palette, and says by which keys it opens too. */
export function PaletteTrigger() {
  return (
    <button
      type="button"
      onClick={openPalette}
      className="mt-2 flex h-8 w-full items-center gap-2.5 rounded-md border bg-surface px-2.5 text-muted text-sm hover:bg-sunken hover:text-ink"
    >
      <Search aria-hidden className="size-4" />
      <span className="flex-1 text-left">Search and go to</span>
      <kbd aria-hidden className="rounded border px-1 font-sans text-xs">
        Ctrl K
      </kbd>
    </button>
  );
}
