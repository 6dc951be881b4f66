"use client";

import dynamic from "next/dynamic";
import { usePathname, useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { useSession } from "../../session/index.ts";
import { useSingleKeys } from "../hooks/use-single-keys.ts";
import { onOpenPalette } from "../lib/palette-opener.ts";
import { type Begun, readPress } from "../lib/shortcuts.ts";

/** Fetched when they are asked for first. */
const PaletteDialog = dynamic(async () => (await import("./palette-dialog.tsx")).PaletteDialog, { ssr: false });
const ShortcutsSheet = dynamic(async () => (await import("./shortcuts-sheet.tsx")).ShortcutsSheet, { ssr: false });

/** What the keyboard does on every page of a workspace; once, around them all. */
export function CommandPalette() {
  const { tenant } = useSession();
  const router = useRouter();
  const [shown, setShown] = useState<"palette" | "sheet">();
  const [wasShown, setWasShown] = useState(false);
  if (shown && !wasShown) setWasShown(true);
  const [singleKeys, setSingleKeys] = useSingleKeys();
  const begun = useRef<Begun>(undefined);
  const close = () => setShown(undefined);
  const pathname = usePathname();
  const hasGone = useRef(false);

  // Whoever went somewhere by it goes on from the content of the new page
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the page has changed
  useEffect(() => {
    if (!hasGone.current) return;
    hasGone.current = false;
    document.getElementById("content")?.focus();
  }, [pathname]);

  useEffect(() => onOpenPalette(() => setShown("palette")), []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.repeat || event.isComposing || event.key === "Shift") return;
      const read = readPress(pressOf(event), begun.current, performance.now(), singleKeys);
      begun.current = read.begun;
      if (!read.wish) return;
      event.preventDefault();
      if (read.wish.kind === "go") {
        hasGone.current = true;
        router.push(`/${tenant.id}${read.wish.to.path}`);
      } else setShown(read.wish.kind);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [router, tenant.id, singleKeys]);

  if (!wasShown) return null;
  return (
    <>
      <PaletteDialog
        open={shown === "palette"}
        onClose={close}
        onGo={() => {
          hasGone.current = true;
          close();
        }}
        onShortcuts={() => setShown("sheet")}
      />
      <ShortcutsSheet
        open={shown === "sheet"}
        onOpenChange={(open) => setShown(open ? "sheet" : undefined)}
        singleKeys={singleKeys}
        onSingleKeys={setSingleKeys}
      />
    </>
  );
}

const pressOf = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent) => ({
  key,
  ctrlKey,
  metaKey,
  altKey,
  // In a dialog or a menu keys are its own
  isTyping:
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest("input, textarea, select, [role=dialog], [role=alertdialog], [role=menu]") !== null),
});
