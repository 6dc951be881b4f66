/**
 * Runs `next build` when there is no production build, or it was made from other sources than these, or by another command.
 * @returns 0, or the exit code of what failed
 */
export function ensureBuilt(): Promise<number>;
