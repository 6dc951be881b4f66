import { limitsSchema } from "@hooklane/contracts";
import type { Route } from "../../server/http/route.ts";
import { getLimits } from "../../server/use-cases/limits/get-limits.ts";
import { limits } from "../examples.ts";

export const getRoute: Route = {
  method: "GET",
  path: "/v1/limits",
  scope: "events:write",
  doc: {
    id: "getLimits",
    area: "Limits",
    summary: "Read the limits",
    description: "What the tenant's plan allows, and how much of it is used.",
    answers: [{ status: 200, description: "The limits.", schema: limitsSchema, example: limits }],
  },
  handle: async ({ services, caller }) => ({ status: 200, body: await getLimits(services, caller) }),
};
