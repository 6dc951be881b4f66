import { type FaultEvidence, publicId } from "@hooklane/contracts";
import { type FaultExampleRecord, findFaultExample, readLaneStates, TenantSubscriptions } from "@hooklane/db";
import { causeWindows } from "../../core.ts";
import { done, notFound, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { readHeaders, wholeCharacters } from "../deliveries/attempt-view.ts";

const SHOWN_BODY_BYTES = 600;
const SECOND_MS = 1_000;

/** What speaks for a subscription's likely configuration error; null when there is none. */
export async function getFaultEvidence(services: Services, tenantId: string, id: string): Promise<Result<FaultEvidence | null>> {
  const { db, pool, policy, now } = services;
  if (!(await new TenantSubscriptions(db, tenantId).find(id))) return notFound;
  const [stored] = await readLaneStates(pool, [id]);
  const open = stored?.configError?.episode.open;
  if (!open || !stored.configError) return done(null);
  const { matching, finished, windowMs } = causeWindows(policy.config_error).evidence(stored.configError.windows, open.cause, now());
  const example = await findFaultExample(pool, id, open.cause);
  return done({ matching, finished, window_seconds: windowMs / SECOND_MS, example: example ? exampleView(example) : null });
}

function exampleView(row: FaultExampleRecord): NonNullable<FaultEvidence["example"]> {
  const headers = row.responseHeaders ? readHeaders(row.responseHeaders) : [];
  const body = wholeCharacters((row.responseBody ?? Buffer.alloc(0)).subarray(0, SHOWN_BODY_BYTES));
  return {
    delivery_id: publicId("delivery", row.deliveryId),
    number: row.number,
    at: row.startedAt.toISOString(),
    status: row.status,
    error: row.error,
    location: headers.find(([name]) => name.toLowerCase() === "location")?.[1] ?? null,
    body: body.toString("utf8"),
  };
}
