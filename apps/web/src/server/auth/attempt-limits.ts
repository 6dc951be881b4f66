import { createHash } from "node:crypto";
import { giveAttemptsBack, takeAttempt } from "@hooklane/db";
import { type Refusal, refuse } from "../result.ts";
import type { Services } from "../services.ts";
import { networkOf } from "./client-address.ts";

/** `password`: proving again who one is, for a change of the account; `mail`: asking for a mail with a link. */
export type LimitedAction = "sign-in" | "sign-up" | "password" | "mail" | "link" | "invitation";

const WINDOW_MS = 15 * 60_000;
const MAX_PER_ACCOUNT = 10;
const MAX_PER_NETWORK = 100;

export interface Attempt {
  refusal: Refusal | undefined;
  /** Call when it was no guess: it then counts against nobody. */
  giveBack: () => Promise<void>;
}

/**
 * Counts an attempt against its account and against where it comes from, before any of its work is done. The counts are in the database: all
 * processes share them and a restart keeps them.
 * @param email folded, so that every spelling of an account counts as the account
 */
export async function countAttempt(
  { pool }: Pick<Services, "pool">,
  action: LimitedAction,
  email: string,
  address: string,
): Promise<Attempt> {
  const network = bucket(action, "network", networkOf(address));
  const account = bucket(action, "account", email);
  const retryAfterSeconds =
    (await takeAttempt(pool, network, { max: MAX_PER_NETWORK, windowMs: WINDOW_MS })) ??
    (await takeAttempt(pool, account, { max: MAX_PER_ACCOUNT, windowMs: WINDOW_MS }));
  return {
    refusal: retryAfterSeconds === undefined ? undefined : tooMany(retryAfterSeconds),
    giveBack: () => giveAttemptsBack(pool, [network, account]),
  };
}

const bucket = (action: LimitedAction, kind: string, value: string): Buffer =>
  createHash("sha256")
    .update(JSON.stringify([action, kind, value]))
    .digest();

function tooMany(retryAfterSeconds: number): Refusal {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const detail = `There were too many attempts. Try again in ${minutes} minute${minutes === 1 ? "" : "s"}.`;
  return { ...refuse("too_many_attempts", detail), retryAfterSeconds };
}
