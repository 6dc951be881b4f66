const offsetBasis = 0x811c_9dc5 | 0;
const prime = 0x0100_0193;

/** FNV-1a over the code units of a text, 32 bits. */
export function hashText(text: string): number {
  let hash = offsetBasis;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), prime);
  return hash;
}

/**
 * Everything that happened in a world, folded into 64 bits as it happens. Two runs with one transcript did the same
 * things at the same moments in the same order.
 */
export class Transcript {
  #high = offsetBasis;
  #low = ~offsetBasis;
  #lines = 0;
  readonly #sink: ((line: string) => void) | undefined;

  /** @param sink receives every line as text, for looking closely at one world */
  constructor(sink?: (line: string) => void) {
    this.#sink = sink;
  }

  get lines(): number {
    return this.#lines;
  }

  /** 16 hexadecimal digits. */
  get digest(): string {
    return hex(this.#high) + hex(this.#low);
  }

  write(at: number, word: string, a: string, b: number | string = 0, c: number | string = 0): void {
    this.#lines++;
    this.#fold(at);
    this.#foldText(word);
    this.#foldText(a);
    this.#foldAny(b);
    this.#foldAny(c);
    this.#sink?.(`${at} ${word} ${a} ${b} ${c}`);
  }

  #foldAny(value: number | string): void {
    if (typeof value === "number") this.#fold(value);
    else this.#foldText(value);
  }

  #foldText(text: string): void {
    for (let i = 0; i < text.length; i++) this.#mix(text.charCodeAt(i));
  }

  #fold(value: number): void {
    // Moments need more than 32 bits, and fractions of a millisecond count as well.
    this.#mix(value | 0);
    this.#mix((value / 0x1_0000_0000) | 0);
    this.#mix(((value % 1) * 0x4000_0000) | 0);
  }

  #mix(word: number): void {
    this.#high = Math.imul(this.#high ^ word, prime);
    this.#low = Math.imul((this.#low << 5) ^ (this.#low >>> 27) ^ word, 0x85eb_ca6b) ^ this.#high;
  }
}

const hex = (word: number): string => (word >>> 0).toString(16).padStart(8, "0");
