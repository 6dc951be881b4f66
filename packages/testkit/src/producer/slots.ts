/** A fixed number of places; who finds none waits in line. */
export interface Slots {
  /** Resolves with the function that gives the place back; call it once. */
  take(): Promise<() => void>;
}

/** @param count how many may hold a place at a time, at least 1. */
export function createSlots(count: number): Slots {
  if (!Number.isSafeInteger(count) || count < 1) throw new RangeError(`slots: ${count} is not a count from 1`);
  let free = count;
  const line: (() => void)[] = [];
  const release = () => {
    const next = line.shift();
    // A place goes from hand to hand while somebody waits: nobody can slip in between.
    if (next) next();
    else free += 1;
  };
  return {
    take: () => {
      if (free > 0) {
        free -= 1;
        return Promise.resolve(release);
      }
      return new Promise((resolve) => line.push(() => resolve(release)));
    },
  };
}
