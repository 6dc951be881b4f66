/**
 * What each of `active` may hold of `cap` permits while all want them: ⌈cap / active⌉. Rounded up, so that no permit
 * stays unused; the cap itself is checked beside it.
 */
export function fairShare(cap: number, active: number): number {
  return Math.ceil(cap / Math.max(1, active));
}
