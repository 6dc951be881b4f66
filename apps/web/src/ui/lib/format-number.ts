const counts = new Intl.NumberFormat("en-US");

/** "1,234,567". */
export const formatCount = (n: number): string => counts.format(n);

/** "1 delivery", "2 deliveries". @param many where it is not `one` and an s */
export const formatQuantity = (n: number, one: string, many = `${one}s`): string => `${formatCount(n)} ${n === 1 ? one : many}`;

/** A share in percent, rounded down, so that it never looks better than it is: "99.9 %", "100 %"; below 1 % to the hundredth. @param share 0 to 1 */
export function formatShare(share: number): string {
  const percent = share * 100;
  const digits = percent > 0 && percent < 1 ? 2 : 1;
  const floored = Math.floor(percent * 10 ** digits + 1e-9) / 10 ** digits;
  return `${counts.format(floored)} %`;
}

/** Deliveries per second: "80", "2.5", "0.07". @param perS not negative */
export const formatRate = (perS: number): string => counts.format(perS >= 10 ? Math.round(perS) : Number(perS.toPrecision(2)));
