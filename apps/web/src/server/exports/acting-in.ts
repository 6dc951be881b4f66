import { parsePublicId } from "@hooklane/contracts";
import { actAsMember } from "../auth/act-as.ts";
import { findActor } from "../auth/find-actor.ts";
import { requestFacts } from "../auth/request-facts.ts";
import { cookiesOf } from "../auth/session-cookie.ts";
import { problemAnswer } from "../http/answer.ts";
import { done, notFound, type Refusal, type Result, refuse } from "../result.ts";
import type { Services } from "../services.ts";
import type { Acting } from "../use-cases/actor.ts";

/** The member who asks for a file of the tenant that an address names; to everybody else it looks as if there were none. */
export async function actingIn(services: Services, request: Request, publicTenantId: string | null): Promise<Result<Acting>> {
  const cookies = cookiesOf(request.headers);
  const actor = await findActor(services, (name) => cookies[name]);
  if (!actor) return refuse("unauthorized", "Sign in first.");
  const tenantId = parsePublicId("tenant", publicTenantId ?? "");
  const acting = tenantId && actAsMember(actor, tenantId, requestFacts(request.headers).requestId);
  if (!acting) return notFound;
  return acting.visit ? refuse("forbidden", "Support staff take no files out of a customer's workspace.") : done(acting);
}

/** A refusal in place of a file. */
export function refusedFile({ publicUrl }: Pick<Services, "publicUrl">, request: Request, refusal: Refusal): Response {
  const { status, body, headers = {} } = problemAnswer(publicUrl, refusal, requestFacts(request.headers).requestId);
  return Response.json(body, { status, headers });
}
