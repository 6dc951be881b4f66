import { type EndpointListItem, type ListSubscriptions, type Page, parsePublicId } from "@hooklane/contracts";
import { readLaneBooks, readLaneStates } from "@hooklane/db";
import { done, type Result } from "../../result.ts";
import type { Services } from "../../services.ts";
import { healthSummary } from "./health-view.ts";
import { listSubscriptions } from "./list-subscriptions.ts";

/** One page of a tenant's subscriptions with what their lanes' books say. */
export async function listEndpoints(
  services: Services,
  tenantId: string,
  filter: ListSubscriptions,
): Promise<Result<Page<EndpointListItem>>> {
  const page = await listSubscriptions(services, tenantId, filter);
  if (!page.ok) return page;
  const ids = page.value.data.map(({ id }) => parsePublicId("subscription", id) as string);
  const [books, states] = await Promise.all([readLaneBooks(services.pool, ids), readLaneStates(services.pool, ids)]);
  const bookOf = new Map(books.map((book) => [book.subscriptionId, book]));
  const stateOf = new Map(states.map(({ subscriptionId, live, state }) => [subscriptionId, live?.circuit.state ?? state.circuit.phase]));
  const data = page.value.data.flatMap((subscription, i) => {
    const book = bookOf.get(ids[i] as string);
    return book ? [{ ...subscription, health: healthSummary(book, stateOf.get(ids[i] as string) ?? "closed") }] : [];
  });
  return done({ ...page.value, data });
}
