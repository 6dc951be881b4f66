import { type EndpointListItem, type ListSubscriptions, type Page, parsePublicId } from "@hooklane/contracts";
import { readLaneBooks } from "@hooklane/db";
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
  const books = new Map((await readLaneBooks(services.pool, ids)).map((book) => [book.subscriptionId, book]));
  const data = page.value.data.flatMap((subscription, i) => {
    const book = books.get(ids[i] as string);
    return book ? [{ ...subscription, health: healthSummary(book) }] : [];
  });
  return done({ ...page.value, data });
}
