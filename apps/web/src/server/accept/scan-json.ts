const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const LEFT_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const RIGHT_BRACKET = 0x5d;
const LEFT_BRACE = 0x7b;
const RIGHT_BRACE = 0x7d;
const END = -1;

const TRUE = Buffer.from("true");
const FALSE = Buffer.from("false");
const NULL = Buffer.from("null");

/** Bytes that may follow a backslash, other than `u`. */
const escapable = new Uint8Array(256);
for (const byte of Buffer.from('"\\/bfnrt')) escapable[byte] = 1;
const hexDigit = new Uint8Array(256);
for (const byte of Buffer.from("0123456789abcdefABCDEF")) hexDigit[byte] = 1;

/** What the open containers of the value being scanned are. Shared: a scan never yields. */
const MAX_STACK = 1_024;
const isObject = new Uint8Array(MAX_STACK);

/**
 * Reads JSON text (RFC 8259) strictly, without recursion and without building values. It accepts exactly what `JSON.parse` accepts, up to a
 * nesting limit. Methods answer false at a fault; `at` then is the offending byte. The text must be valid UTF-8.
 */
export class JsonScanner {
  readonly #bytes: Uint8Array;
  /** The next byte to read. */
  at = 0;
  /** The fault was nesting beyond the limit, and not the grammar. */
  tooDeep = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The next byte, or -1 behind the last one. */
  peek(): number {
    return this.at < this.#bytes.length ? (this.#bytes[this.at] as number) : END;
  }

  skipSpace(): void {
    const bytes = this.#bytes;
    let at = this.at;
    while (at < bytes.length) {
      const byte = bytes[at];
      if (byte !== SPACE && byte !== LINE_FEED && byte !== CARRIAGE_RETURN && byte !== TAB) break;
      at++;
    }
    this.at = at;
  }

  /** Takes one byte if it is the next. */
  take(byte: number): boolean {
    if (this.peek() !== byte) return false;
    this.at++;
    return true;
  }

  /** A member's name and its colon, with space around both. */
  name(): boolean {
    this.skipSpace();
    if (!this.#string()) return false;
    this.skipSpace();
    return this.take(COLON);
  }

  /**
   * One value, of any kind, and the space before it.
   * @param maxNesting arrays and objects that may be open at once, at most 1,024
   */
  value(maxNesting: number): boolean {
    let depth = 0;
    for (;;) {
      this.skipSpace();
      const byte = this.peek();
      if (byte === LEFT_BRACE || byte === LEFT_BRACKET) {
        if (depth === maxNesting) {
          this.tooDeep = true;
          return false;
        }
        this.at++;
        isObject[depth++] = byte === LEFT_BRACE ? 1 : 0;
        this.skipSpace();
        if (this.peek() !== (byte === LEFT_BRACE ? RIGHT_BRACE : RIGHT_BRACKET)) {
          if (byte === LEFT_BRACE && !this.name()) return false;
          continue;
        }
      } else if (!this.#scalar(byte)) {
        return false;
      }
      // A value has ended, or a container is about to: close containers until another value is due
      for (;;) {
        if (depth === 0) return true;
        this.skipSpace();
        const inObject = isObject[depth - 1] === 1;
        const next = this.peek();
        if (next === COMMA) {
          this.at++;
          if (inObject && !this.name()) return false;
          break;
        }
        if (next !== (inObject ? RIGHT_BRACE : RIGHT_BRACKET)) return false;
        this.at++;
        depth--;
      }
    }
  }

  #scalar(byte: number): boolean {
    if (byte === QUOTE) return this.#string();
    if (byte === MINUS || (byte >= ZERO && byte <= NINE)) return this.#number();
    if (byte === TRUE[0]) return this.#word(TRUE);
    if (byte === FALSE[0]) return this.#word(FALSE);
    if (byte === NULL[0]) return this.#word(NULL);
    return false;
  }

  #word(word: Uint8Array): boolean {
    for (const byte of word) if (!this.take(byte)) return false;
    return true;
  }

  #string(): boolean {
    if (!this.take(QUOTE)) return false;
    const bytes = this.#bytes;
    let at = this.at;
    while (at < bytes.length) {
      const byte = bytes[at] as number;
      if (byte === QUOTE) {
        this.at = at + 1;
        return true;
      }
      if (byte < SPACE) break;
      if (byte !== BACKSLASH) {
        at++;
        continue;
      }
      this.at = at + 1;
      if (!this.#escape()) return false;
      at = this.at;
    }
    this.at = at;
    return false;
  }

  /** What follows a backslash. */
  #escape(): boolean {
    const byte = this.peek();
    if (byte === END) return false;
    if (escapable[byte]) {
      this.at++;
      return true;
    }
    if (byte !== 0x75) return false;
    this.at++;
    for (let i = 0; i < 4; i++) {
      const digit = this.peek();
      if (digit === END || !hexDigit[digit]) return false;
      this.at++;
    }
    return true;
  }

  #number(): boolean {
    this.take(MINUS);
    if (!this.take(ZERO) && !this.#digits()) return false;
    if (this.take(DOT) && !this.#digits()) return false;
    if (this.take(0x65) || this.take(0x45)) {
      if (!this.take(PLUS)) this.take(MINUS);
      return this.#digits();
    }
    return true;
  }

  /** One digit or more. */
  #digits(): boolean {
    const from = this.at;
    for (let byte = this.peek(); byte >= ZERO && byte <= NINE; byte = this.peek()) this.at++;
    return this.at > from;
  }
}

/** Where a byte lies, for people: lines and columns (in bytes) count from 1. */
export function describePosition(bytes: Uint8Array, at: number): string {
  let line = 1;
  let lineStart = 0;
  for (let i = 0; i < at; i++) {
    if (bytes[i] === LINE_FEED) {
      line++;
      lineStart = i + 1;
    }
  }
  return `line ${line}, column ${at - lineStart + 1} (byte ${at})`;
}
