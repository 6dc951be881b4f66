import { createHash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;

/** A new token of a session or of a link in a mail: random, so that none can be chosen or guessed. Only the cookie, or the mail, holds it. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString("base64url");

/** What is stored of a token. Its 256 random bits need no slow hash. */
export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();
