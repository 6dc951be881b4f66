import { KeyRing } from "@hooklane/db";

/** Values that stand in examples and therefore protect nothing. */
const examples = new Set([
  "changeme",
  "change-me",
  "change_me",
  "secret",
  "password",
  "default",
  "example",
  "development",
  "test",
  "todo",
  "xxx",
]);
const MIN_AUTH_SECRET_CHARACTERS = 32;

/**
 * Judges the secrets that an operator with a database of their own must bring.
 * @returns one sentence per problem, each naming its variable and never its value; empty when all is well
 */
export function checkSecrets(env: NodeJS.ProcessEnv): string[] {
  return [checkAuthSecret(env.AUTH_SECRET), checkSecretKeys(env.HOOKLANE_SECRET_KEYS)].filter((problem) => problem !== undefined);
}

function checkAuthSecret(value: string | undefined): string | undefined {
  if (!value) return "AUTH_SECRET is missing: set it to the output of `openssl rand -base64 32`";
  if (isGuessable(value)) return "AUTH_SECRET has an example's value: set it to the output of `openssl rand -base64 32`";
  if (value.length < MIN_AUTH_SECRET_CHARACTERS) return `AUTH_SECRET is too short: at least ${MIN_AUTH_SECRET_CHARACTERS} characters`;
  return undefined;
}

function checkSecretKeys(value: string | undefined): string | undefined {
  if (!value) return 'HOOKLANE_SECRET_KEYS is missing: set it to "1:" and the output of `openssl rand -base64 32`';
  const parsed = KeyRing.parse(value);
  if (!parsed.ok) return `HOOKLANE_SECRET_KEYS: ${parsed.problem}`;
  const keys = value.split(",").map((part) => Buffer.from(part.slice(part.indexOf(":") + 1), "base64").toString("latin1"));
  const guessable = keys.findIndex(isGuessable);
  return guessable < 0 ? undefined : `HOOKLANE_SECRET_KEYS has an example's value in entry ${guessable + 1}`;
}

/** An example's word, or a few characters over and over: 32 random bytes have fewer than 8 different ones once in 10^40. */
function isGuessable(value: string): boolean {
  return examples.has(value.toLowerCase()) || (value.length >= MIN_AUTH_SECRET_CHARACTERS && new Set(value).size < 8);
}
