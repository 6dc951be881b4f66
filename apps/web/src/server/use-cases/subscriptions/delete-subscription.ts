import type { Prisma } from "@hooklane/db";
import type pg from "pg";
import { done, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import type { Acting } from "../actor.ts";
import { changeSubscription } from "./change-subscription.ts";

/** Deletes a subscription. Nothing is sent from now on; a job, sent with the change, ends what is pending. */
export async function deleteSubscription(services: Services, acting: Acting, id: string): Promise<Result<undefined>> {
  const deleted = await changeSubscription(services, acting, id, "subscription.delete", async ({ tx, own, current }) => {
    await own.delete(services.now(), id);
    await services.jobs.send(sessionOf(tx), "end-pending", { subscription_id: id, reason: "subscription_deleted" });
    return done({ ...current, state: "deleted" });
  });
  return deleted.ok ? done(undefined) : deleted;
}

/** The transaction's session, as far as a job's sender needs one. */
function sessionOf(tx: Prisma.TransactionClient): pg.ClientBase {
  const query = async (text: string, values: unknown[] = []) => ({ rows: await tx.$queryRawUnsafe(text, ...values) });
  return { query } as unknown as pg.ClientBase;
}
