/**
 * Whether a subscription's patterns take an event type: the type itself, `*` for all, or `prefix.*` for all types below a prefix.
 * Operational types (`hooklane.…`) are taken only by name or by a pattern that begins with `hooklane.`, never by `*`.
 */
export function matchesEventType(patterns: readonly string[], type: string): boolean {
  return patterns.some((pattern) => matchesPattern(pattern, type));
}

function matchesPattern(pattern: string, type: string): boolean {
  if (pattern === type) return true;
  if (pattern === "*") return !type.startsWith("hooklane.");
  return pattern.endsWith(".*") && type.startsWith(pattern.slice(0, -1));
}

/** Every pattern that takes an event type: the type, `*` unless it is operational, and each prefix of whole words. At most as many as it has words, and one. */
export function patternsFor(type: string): string[] {
  const patterns = [type];
  if (!type.startsWith("hooklane.")) patterns.push("*");
  for (let dot = type.indexOf("."); dot !== -1; dot = type.indexOf(".", dot + 1)) patterns.push(`${type.slice(0, dot)}.*`);
  return patterns;
}
