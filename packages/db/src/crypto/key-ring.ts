import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from "node:crypto";

const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface Sealed {
  keyNumber: number;
  /** Nonce, ciphertext, tag. */
  sealed: Buffer;
}

/**
 * AES-256-GCM under numbered keys: the highest number seals, every number opens. The database holds the number and never a key. Keys are held as key
 * objects, which no heap dump shows, and which open six times as fast as the same bytes.
 */
export class KeyRing {
  readonly #keys: ReadonlyMap<number, KeyObject>;
  readonly #newest: number;

  private constructor(keys: ReadonlyMap<number, KeyObject>) {
    this.#keys = keys;
    this.#newest = Math.max(...keys.keys());
  }

  /**
   * @param text `1:<base64 of 32 bytes>[,2:…]`, as HOOKLANE_SECRET_KEYS holds it
   * @returns the ring, or what is wrong with the text (never the text itself)
   */
  static parse(text: string): { ok: true; ring: KeyRing } | { ok: false; problem: string } {
    const keys = new Map<number, KeyObject>();
    for (const [i, part] of text.split(",").entries()) {
      const [, number, base64] = /^([1-9]\d{0,8}):([A-Za-z0-9+/]{43}=)$/.exec(part.trim()) ?? [];
      if (!number || !base64) return { ok: false, problem: `entry ${i + 1} is not <number>:<base64 of 32 bytes>` };
      if (keys.has(Number(number))) return { ok: false, problem: `key number ${number} is given twice` };
      keys.set(Number(number), createSecretKey(base64, "base64"));
    }
    return { ok: true, ring: new KeyRing(keys) };
  }

  /** The number of the key that seals. */
  get newest(): number {
    return this.#newest;
  }

  /** @param context bound to the ciphertext: it opens only under the same one, so a row's secret cannot be moved to another row */
  seal(plain: Uint8Array, context: string): Sealed {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv("aes-256-gcm", this.#keys.get(this.#newest) as KeyObject, iv).setAAD(Buffer.from(context));
    return { keyNumber: this.#newest, sealed: Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]) };
  }

  /** @returns the plain bytes, or undefined when the key is missing or the bytes are not what was sealed under this context */
  open({ keyNumber, sealed }: Sealed, context: string): Buffer | undefined {
    const key = this.#keys.get(keyNumber);
    if (!key || sealed.length < IV_BYTES + TAG_BYTES) return undefined;
    const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(context))
      .setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, sealed.length - TAG_BYTES)), decipher.final()]);
    } catch {
      return undefined;
    }
  }
}
