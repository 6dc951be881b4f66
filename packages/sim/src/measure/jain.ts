/**
 * Jain's fairness index, (Σx)² / (n · Σx²): 1 when all get the same, 1/n when one gets everything.
 * R. Jain, D. Chiu, W. Hawe, "A Quantitative Measure of Fairness", 1984.
 */
export function jainIndex(shares: readonly number[]): number {
  const sum = shares.reduce((total, share) => total + share, 0);
  const squares = shares.reduce((total, share) => total + share * share, 0);
  return squares === 0 ? 1 : (sum * sum) / (shares.length * squares);
}
