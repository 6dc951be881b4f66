/** Rows as they are read, and how many newer ones were left out so that nothing moves. */
export interface Tail<Row> {
  rows: Row[];
  newCount: number;
}

/**
 * What is read of a list, newest first, brought up to date without moving it: known rows take their new values, rows that left the list within
 * the fresh page's reach go, newer ones are only counted. @param shown what is read @param fresh the list's first page, as it is now
 */
export function mergeTail<Row extends { id: string }>(shown: readonly Row[], fresh: readonly Row[]): Tail<Row> {
  const first = shown[0];
  const oldestFresh = fresh.at(-1);
  if (!first || !oldestFresh) return { rows: [...fresh], newCount: 0 };
  const byId = new Map(fresh.map((row) => [row.id, row]));
  const rows = shown.flatMap((row) => byId.get(row.id) ?? (row.id < oldestFresh.id ? [row] : []));
  return { rows, newCount: fresh.filter((row) => row.id > first.id).length };
}
