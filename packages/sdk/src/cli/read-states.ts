import { usageError } from "./command.ts";

/** The values of `--state`. @throws CommandError for one that is not among those that are allowed here */
export function readStates<T extends string>(texts: readonly string[], allowed: readonly T[]): T[] {
  return texts.map((text) => {
    const state = allowed.find((known) => known === text);
    if (state === undefined) throw usageError(`--state: expected ${allowed.join(" or ")}, not ${JSON.stringify(text)}`);
    return state;
  });
}
