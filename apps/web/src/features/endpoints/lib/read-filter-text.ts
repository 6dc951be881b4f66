type FilterText = { ok: true; filter: Record<string, unknown> | null } | { ok: false; problem: string };

/** Reads a filter as it was typed; nothing typed is no filter. What its members mean, only the server judges. */
export function readFilterText(text: string): FilterText {
  if (text.trim() === "") return { ok: true, filter: null };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ok: true, filter: value as Record<string, unknown> };
    return { ok: false, problem: 'a filter is a JSON object, like {"order.total": {"$gte": 100}}' };
  } catch (error) {
    return { ok: false, problem: `this is not JSON: ${(error as Error).message}` };
  }
}
