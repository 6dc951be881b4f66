/** A source of uniform numbers in [0, 1). Core never draws from anywhere else, so a seed fixes every decision. */
export type Random = () => number;
