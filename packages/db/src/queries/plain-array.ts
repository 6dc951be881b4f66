/**
 * The text of a Postgres array of values that need no quoting: UUIDs, numbers, booleans, words. The driver would look at every character of every one for
 * something to escape, which for the columns of a batch costs more than all else that it does.
 * @param values whose text has none of `{},"\\` and no space, and is not empty; null and undefined become NULL
 */
export const plainArray = (values: readonly (string | number | boolean | null | undefined)[]): string =>
  `{${values.map((value) => value ?? "NULL").join(",")}}`;
