import { actAsKey } from "../server/auth/act-as.ts";
import type { Call } from "../server/http/route.ts";
import type { Acting } from "../server/use-cases/actor.ts";

/** A change that an API key asks for is on the key's account. */
export const actingFor = ({ caller, requestId }: Call): Acting => actAsKey({ kind: "api_key", ...caller }, requestId);
