import { dayStart, type IdBounds, openBounds } from "./bounds.ts";

export interface NamedStatement {
  name: string;
  text: string;
}

/**
 * A prepared statement whose text carries the id bounds of the day as literals. One name per UTC day: sessions are recycled hourly, so
 * that a session holds at most two days' plans.
 * @returns a function of the database's time (ms) that gives the statement to send
 */
export function dayStatement(name: string, text: (bounds: IdBounds) => string): (nowMs: number) => NamedStatement {
  let current: NamedStatement | undefined;
  let madeFor = Number.NaN;
  return (nowMs) => {
    const day = dayStart(nowMs);
    if (!current || day !== madeFor) {
      const bounds = openBounds(nowMs);
      madeFor = day;
      current = { name: `${name}_${bounds.day}`, text: text(bounds) };
    }
    return current;
  };
}
