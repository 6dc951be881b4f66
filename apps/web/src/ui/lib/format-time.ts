const steps = [
  { limitS: 60, unitS: 1, short: "s" },
  { limitS: 3_600, unitS: 60, short: "min" },
  { limitS: 86_400, unitS: 3_600, short: "h" },
  { limitS: 2_592_000, unitS: 86_400, short: "d" },
] as const;

/** How long ago or from now: "12 s ago", "in 3 min"; "now" within a second; a date beyond 30 days. @param atMs,nowMs Unix time */
export function formatRelative(atMs: number, nowMs: number): string {
  const seconds = Math.round((atMs - nowMs) / 1_000);
  const size = Math.abs(seconds);
  if (size <= 1) return "now";
  for (const { limitS, unitS, short } of steps) {
    if (size >= limitS) continue;
    const text = `${Math.floor(size / unitS)} ${short}`;
    return seconds < 0 ? `${text} ago` : `in ${text}`;
  }
  return new Date(atMs).toISOString().slice(0, 10);
}

/** A span that is left, exact to the second below a day: "2 h 05 min", "3 min 09 s", "41 s". @param spanMs not negative */
export function formatRemaining(spanMs: number): string {
  const total = Math.max(0, Math.ceil(spanMs / 1_000));
  const [days, hours, minutes, seconds] = [
    Math.floor(total / 86_400),
    Math.floor(total / 3_600) % 24,
    Math.floor(total / 60) % 60,
    total % 60,
  ];
  const two = (value: number) => String(value).padStart(2, "0");
  if (days > 0) return `${days} d ${two(hours)} h`;
  if (hours > 0) return `${hours} h ${two(minutes)} min`;
  if (minutes > 0) return `${minutes} min ${two(seconds)} s`;
  return `${seconds} s`;
}

/** "2026-11-30 08:15:02.123 UTC". */
export const formatUtc = (atMs: number): string => new Date(atMs).toISOString().replace("T", " ").replace("Z", " UTC");

/** A measured span: "8 ms", "1.24 s", "2 min 05 s". @param ms not negative */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(2)} s`;
  return formatRemaining(ms);
}

/** A clock that runs down: "0:41", "12:05", "1:02:03". @param spanMs below 0 counts as 0 */
export function formatCountdown(spanMs: number): string {
  const total = Math.max(0, Math.ceil(spanMs / 1_000));
  const two = (value: number) => String(value).padStart(2, "0");
  const minutes = Math.floor(total / 60);
  if (minutes < 60) return `${minutes}:${two(total % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(total % 60)}`;
}

/** A whole number of seconds as people say it: "60 s", "5 min", "24 h", "7 d"; the largest unit that leaves no rest. */
export function formatSpan(seconds: number): string {
  const unit = [...steps].reverse().find(({ unitS, short }) => short !== "s" && seconds > unitS && seconds % unitS === 0);
  return unit ? `${seconds / unit.unitS} ${unit.short}` : `${seconds} s`;
}

/** "2026-11-30 09:15:02.123 GMT+1". @param zone an IANA name; undefined: the one of this machine */
export function formatExact(atMs: number, zone: string | undefined): string {
  if (zone === "UTC") return formatUtc(atMs);
  const { year, month, day, hour, minute, second, fractionalSecond, timeZoneName } = partsOf(atMs, zone);
  return `${year}-${month}-${day} ${hour}:${minute}:${second}.${fractionalSecond} ${timeZoneName}`;
}

/** A moment at a chart's edge: "08:15" where buckets are shorter than a day, "30 Nov" otherwise. */
export function formatTick(atMs: number, stepMs: number, zone: string | undefined): string {
  const { day, monthName, hour, minute } = partsOf(atMs, zone);
  return stepMs < DAY_MS ? `${hour}:${minute}` : `${Number(day)} ${monthName}`;
}

/** A chart's bucket in words: "30 Nov, 08:15". */
export function formatBucket(atMs: number, stepMs: number, zone: string | undefined): string {
  const { day, monthName, hour, minute } = partsOf(atMs, zone);
  return stepMs < DAY_MS ? `${Number(day)} ${monthName}, ${hour}:${minute}` : `${Number(day)} ${monthName}`;
}

const DAY_MS = 86_400_000;

function partsOf(atMs: number, timeZone: string | undefined): Record<string, string> {
  const numeric = new Intl.DateTimeFormat("en-GB", {
    ...(timeZone && { timeZone }),
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    fractionalSecondDigits: 3,
    hourCycle: "h23",
    timeZoneName: "shortOffset",
  });
  const monthName = new Intl.DateTimeFormat("en-US", { ...(timeZone && { timeZone }), month: "short" }).format(atMs);
  return { ...Object.fromEntries(numeric.formatToParts(atMs).map(({ type, value }) => [type, value])), monthName };
}
