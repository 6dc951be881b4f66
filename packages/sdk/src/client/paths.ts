/**
 * An id as a part of a path.
 * @throws TypeError for what is no id: an empty one, or one with dots alone, would name another resource
 */
export function segment(id: string): string {
  if (typeof id !== "string" || !/^[\w.-]{1,256}$/.test(id) || /^\.+$/.test(id)) throw new TypeError(`not an id: ${JSON.stringify(id)}`);
  return id;
}

/** A query; lists are joined by commas, a Date is written as ISO 8601, and what is undefined is left out. */
export function queryOf(values: Readonly<Record<string, unknown>>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, textOf(value));
  return query;
}

/** A time as the API reads it. */
export const textOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));
