const MINUTE_S = 60;

/** What is left until a moment, as minutes and seconds; never below 0:00. @param endsAt ISO 8601 */
export function countdown(endsAt: string, nowMs: number): { text: string; isOver: boolean } {
  const leftS = Math.max(0, Math.ceil((Date.parse(endsAt) - nowMs) / 1_000));
  return { text: `${Math.floor(leftS / MINUTE_S)}:${String(leftS % MINUTE_S).padStart(2, "0")}`, isOver: leftS === 0 };
}
