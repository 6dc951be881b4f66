import { createHash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;

/** A new session's token: random, so that none can be chosen or guessed. Only the cookie holds it. */
export const newSessionToken = (): string => randomBytes(TOKEN_BYTES).toString("base64url");

/** What is stored of a token. Its 256 random bits need no slow hash. */
export const hashSessionToken = (token: string): Buffer => createHash("sha256").update(token).digest();
