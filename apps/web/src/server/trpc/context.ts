import type { UserActor } from "../auth/actor.ts";
import type { RequestFacts } from "../auth/request-facts.ts";
import type { Services } from "../services.ts";

export interface TrpcContext {
  services: Services;
  request: RequestFacts;
  /** Absent: nobody is signed in. */
  actor: UserActor | undefined;
  /** Hands the browser another token for its session, with the answer. Pages cannot. */
  setSession: (token: string) => void;
}
