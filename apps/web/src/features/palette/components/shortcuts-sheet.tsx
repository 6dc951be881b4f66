"use client";

import { Dialog } from "../../../ui/dialog.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { destinations } from "../lib/destinations.ts";

interface ShortcutsSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  singleKeys: boolean;
  onSingleKeys: (on: boolean) => void;
}

const others = [
  [["Ctrl or ⌘", "K"], "Search and go to"],
  [["?"], "These shortcuts"],
  [["↑", "↓"], "From row to row of a table"],
] as const;

/** Every shortcut, and whether those of a single key are wanted. */
export function ShortcutsSheet({ open, onOpenChange, singleKeys, onSingleKeys }: ShortcutsSheetProps) {
  return (
    <Dialog title="Keyboard shortcuts" open={open} onOpenChange={onOpenChange}>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] items-center gap-x-6 gap-y-2 text-sm">
        {others.map(([keys, label]) => (
          <Row key={label} keys={keys} label={label} />
        ))}
        {destinations.map(({ letter, label }) => (
          <Row key={label} keys={["g", letter]} label={label} />
        ))}
      </dl>
      <Switch
        label="Shortcuts of single keys"
        className="mt-5"
        checked={singleKeys}
        onChange={(event) => onSingleKeys(event.target.checked)}
      />
    </Dialog>
  );
}

function Row({ keys, label }: { keys: readonly string[]; label: string }) {
  return (
    <div className="contents">
      <dt className="flex gap-1">
        {keys.map((key) => (
          <kbd key={key} className="min-w-6 rounded border bg-sunken px-1.5 py-0.5 text-center font-sans text-xs">
            {key}
          </kbd>
        ))}
      </dt>
      <dd>{label}</dd>
    </div>
  );
}
