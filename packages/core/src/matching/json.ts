/** A JSON value, as `JSON.parse` gives it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Whether two JSON values are the same, whatever the order of members. As deep as the shallower of the two. An absent value equals nothing. */
export function deepEqual(a: Json | undefined, b: Json): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && b.every((item, i) => deepEqual(a[i], item));
  }
  const left = a as { readonly [name: string]: Json };
  const right = b as { readonly [name: string]: Json };
  const names = Object.keys(right);
  return (
    Object.keys(left).length === names.length &&
    names.every((name) => Object.hasOwn(left, name) && deepEqual(left[name], right[name] as Json))
  );
}
