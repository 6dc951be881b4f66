import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
const argon2id = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Keyboards and systems write the same characters in different ways (NIST SP 800-63B, 3.1.1.2). */
const normalised = (password: string): string => password.normalize("NFKC");

export const hashPassword = (password: string): Promise<string> => hash(normalised(password), argon2id);

let nobodysHash: Promise<string> | undefined;

/** @param stored undefined or null when there is no such account, or none with a password: as much work is done as for one, so that the answer's time does not tell */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  nobodysHash ??= hash(randomBytes(32), argon2id);
  const matches = await verify(stored ?? (await nobodysHash), normalised(password));
  return matches && typeof stored === "string";
}
