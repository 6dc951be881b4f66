import { type IdKind, listDeliveriesSchema, listTenantDeliveriesSchema, parsePublicId } from "@hooklane/contracts";
import { z } from "zod";
import { actAsMember } from "../auth/act-as.ts";
import { findActor } from "../auth/find-actor.ts";
import { requestFacts } from "../auth/request-facts.ts";
import { cookiesOf } from "../auth/session-cookie.ts";
import { problemAnswer } from "../http/answer.ts";
import { notFound, type Refusal, refuse } from "../result.ts";
import type { Services } from "../services.ts";
import { deliveriesCsv } from "./deliveries-csv.ts";

/** The list's filters as they stand in an address. */
const querySchema = listTenantDeliveriesSchema
  .omit({ cursor: true, limit: true })
  .extend({ tenantId: z.string(), endpointId: z.string().optional(), state: listDeliveriesSchema.shape.state });

/** Files of one tenant that are written at the same time, by this process: each keeps a session of the database busy. */
const MAX_AT_ONCE = 2;
const underWay = new Map<string, number>();

/** Answers a request for the log of deliveries as a CSV file: a download, written as it is read. */
export async function handleDeliveriesExport(services: Services, request: Request): Promise<Response> {
  const { requestId } = requestFacts(request.headers);
  const problem = (refusal: Refusal): Response => {
    const { status, body, headers = {} } = problemAnswer(services.publicUrl, refusal, requestId);
    return Response.json(body, { status, headers });
  };
  const cookies = cookiesOf(request.headers);
  const actor = await findActor(services, (name) => cookies[name]);
  if (!actor) return problem(refuse("unauthorized", "Sign in first."));
  const query = querySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!query.success) {
    const [issue] = query.error.issues;
    return problem(refuse("invalid_parameter", issue?.message ?? "A filter is not valid.", issue?.path.join(".")));
  }
  const { tenantId: publicTenantId, endpointId, eventId, jobId, ...filter } = query.data;
  const acting = actAsMember(actor, parsePublicId("tenant", publicTenantId) ?? "", requestId);
  const of = readIds({ subscriptionId: ["subscription", endpointId], eventId: ["event", eventId], jobId: ["job", jobId] });
  if (!acting || !of) return problem(notFound);
  const { tenantId } = acting;
  const count = underWay.get(tenantId) ?? 0;
  if (count >= MAX_AT_ONCE) return problem(refuse("too_much_under_way", "Wait until your other exports have been written."));
  underWay.set(tenantId, count + 1);
  const leave = () => {
    const left = (underWay.get(tenantId) ?? 1) - 1;
    if (left > 0) underWay.set(tenantId, left);
    else underWay.delete(tenantId);
  };
  const lines = await deliveriesCsv(services, tenantId, of, filter).catch((error: unknown) => {
    leave();
    throw error;
  });
  if (!lines.ok) {
    leave();
    return problem(lines);
  }
  return new Response(streamOf(lines.value, leave), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="deliveries.csv"',
      "content-security-policy": "sandbox",
      "cache-control": "no-store",
    },
  });
}

/** Reads on only as fast as the other side takes it. @param onEnd called once, whichever way it ends */
function streamOf(lines: AsyncGenerator<string>, onEnd: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: async (controller) => {
      try {
        const { done, value } = await lines.next();
        if (!done) return controller.enqueue(encoder.encode(value));
        onEnd();
        controller.close();
      } catch (error) {
        onEnd();
        controller.error(error); // what was sent ends in the middle, so that nobody takes it for whole
      }
    },
    cancel: async () => {
      onEnd();
      await lines.return(undefined);
    },
  });
}

/** Database ids behind public ones; undefined when one of them is no id of its kind. */
function readIds<Name extends string>(ids: Record<Name, [IdKind, string | undefined]>): Partial<Record<Name, string>> | undefined {
  const read: Partial<Record<Name, string>> = {};
  for (const [name, [kind, text]] of Object.entries(ids) as [Name, [IdKind, string | undefined]][]) {
    if (text === undefined) continue;
    const id = parsePublicId(kind, text);
    if (id === undefined) return undefined;
    read[name] = id;
  }
  return read;
}
