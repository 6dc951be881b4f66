import { cookies, headers } from "next/headers";
import { cache } from "react";
import { findActor } from "../auth/find-actor.ts";
import { requestFacts } from "../auth/request-facts.ts";
import { getContainer } from "../container-registry.ts";
import type { TrpcContext } from "./context.ts";

/** The context of the request that a page is rendered for, read once per request: pages call the same procedures as the browser does. */
export const pageContext = cache(async (): Promise<TrpcContext> => {
  const services = getContainer();
  const jar = await cookies();
  return {
    services,
    request: requestFacts(await headers()),
    actor: await findActor(services, (name) => jar.get(name)?.value),
    setSession: () => {
      throw new Error("a page cannot change the session");
    },
  };
});
