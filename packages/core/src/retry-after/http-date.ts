import { dayMs, type EpochMs, hourMs, minuteMs, secondMs } from "../time/durations.ts";

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const shortDay = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
const longDay = "(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)";
const month = `(?<month>${months.join("|")})`;
const time = "(?<hour>\\d{2}):(?<minute>\\d{2}):(?<second>\\d{2})";

/** The three forms of HTTP-date in RFC 9110, section 5.6.7, which are case-sensitive. */
const forms = [
  new RegExp(`^${shortDay}, (?<day>\\d{2}) ${month} (?<year>\\d{4}) ${time} GMT$`),
  new RegExp(`^${longDay}, (?<day>\\d{2})-${month}-(?<year>\\d{2}) ${time} GMT$`),
  new RegExp(`^${shortDay} ${month} (?<day>\\d{2}| \\d) ${time} (?<year>\\d{4})$`),
];

/**
 * Reads an HTTP-date (IMF-fixdate, RFC 850 or asctime form). Whether the day's name fits the date is not checked.
 *
 * @param now decides the century of the two-digit year of RFC 850: the latest that is not over 50 years ahead
 * @returns the moment, or null when the text is no such date
 */
export function parseHttpDate(text: string, now: EpochMs): EpochMs | null {
  for (const form of forms) {
    const parts = form.exec(text)?.groups;
    if (parts) return momentOf(parts, now);
  }
  return null;
}

function momentOf(parts: Record<string, string | undefined>, now: EpochMs): EpochMs | null {
  const monthIndex = months.indexOf(parts.month ?? "");
  const [day, hour, minute, second] = [parts.day, parts.hour, parts.minute, parts.second].map(Number) as [number, number, number, number];
  // 60 is a leap second.
  if (day < 1 || hour > 23 || minute > 59 || second > 60) return null;
  const year = fullYear(parts.year ?? "", now);
  if (day > daysInMonth(year, monthIndex)) return null;
  return daysFromCivil(year, monthIndex + 1, day) * dayMs + hour * hourMs + minute * minuteMs + second * secondMs;
}

function fullYear(digits: string, now: EpochMs): number {
  if (digits.length === 4) return Number(digits);
  const latest = yearOf(now) + 50;
  const year = latest - (latest % 100) + Number(digits);
  return year > latest ? year - 100 : year;
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function daysInMonth(year: number, monthIndex: number): number {
  if (monthIndex === 1) return isLeap(year) ? 29 : 28;
  return [3, 5, 8, 10].includes(monthIndex) ? 30 : 31;
}

/**
 * Days from 1970-01-01 to a date of the Gregorian calendar. The year begins in March so that the leap day comes last
 * (H. Hinnant, "chrono-compatible low-level date algorithms", days_from_civil).
 */
function daysFromCivil(year: number, monthNumber: number, day: number): number {
  const shifted = monthNumber <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * ((monthNumber + 9) % 12) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function yearOf(moment: EpochMs): number {
  const days = Math.floor(moment / dayMs);
  // Off by at most one from the mean length of a year, which the next two lines put right.
  const guess = 1970 + Math.floor(days / 365.2425);
  if (daysFromCivil(guess, 1, 1) > days) return guess - 1;
  return daysFromCivil(guess + 1, 1, 1) <= days ? guess + 1 : guess;
}
