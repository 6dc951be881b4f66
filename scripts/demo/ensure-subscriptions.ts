import type { ApiClient } from "../runtime/api-client.ts";
import type { DemoState } from "./demo-state.ts";

type Subscriptions = DemoState["subscriptions"];
interface Shown {
  id: string;
  url: string;
  state: string;
  secret?: string;
}

const eventTypes = ["geofence.enter", "geofence.exit"];
const pathOf = (id: string) => `/v1/subscriptions/${encodeURIComponent(id)}`;

/**
 * Brings the tenant's subscriptions to one per receiver: kept ones go on, one whose receiver moved is told the new URL, missing ones are
 * made, and those of receivers that are left out are deleted.
 * @param urls endpoint URLs by receiver name
 * @returns all of them by receiver name; `kept` is not changed
 */
export async function ensureSubscriptions(api: ApiClient, kept: Subscriptions, urls: Record<string, string>): Promise<Subscriptions> {
  const result: Subscriptions = {};
  for (const [name, url] of Object.entries(urls)) result[name] = await ensureOne(api, kept[name], name, url);
  for (const [name, { id }] of Object.entries(kept)) if (!(name in urls)) await api.call("DELETE", pathOf(id), [200, 202, 204, 404]);
  return result;
}

async function ensureOne(
  api: ApiClient,
  kept: Subscriptions[string] | undefined,
  name: string,
  url: string,
): Promise<Subscriptions[string]> {
  if (kept) {
    const { status, body } = await api.call<Shown>("GET", pathOf(kept.id), [200, 404]);
    if (status === 200 && body.url !== url) await api.call("PATCH", pathOf(kept.id), [200], { url });
    if (status === 200) return { ...kept, url };
  }
  const { body } = await api.call<Shown>("POST", "/v1/subscriptions", [201], {
    url,
    event_types: eventTypes,
    description: `Demo: ${name}`,
  });
  if (!body.secret) throw new Error("POST /v1/subscriptions answered without the secret");
  return { id: body.id, url, secret: body.secret };
}
