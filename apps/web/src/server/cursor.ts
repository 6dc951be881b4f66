const CURSOR = /^[A-Za-z0-9_-]{22}$/;

/** Where a page ended, as the next one's `cursor`. @param id the UUID of its last row */
export const encodeCursor = (id: string): string => Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url");

/** @returns the UUID that a cursor stands for, or undefined when it is none of ours */
export function decodeCursor(cursor: string): string | undefined {
  if (!CURSOR.test(cursor)) return undefined;
  const hex = Buffer.from(cursor, "base64url").toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
