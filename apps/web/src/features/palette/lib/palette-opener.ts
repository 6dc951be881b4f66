const opener = new EventTarget();

/** Opens the palette of the page, from wherever. */
export const openPalette = (): void => void opener.dispatchEvent(new Event("open"));

/** @returns what ends the listening */
export function onOpenPalette(listener: () => void): () => void {
  opener.addEventListener("open", listener);
  return () => opener.removeEventListener("open", listener);
}
