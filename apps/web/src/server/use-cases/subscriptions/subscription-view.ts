import { MASK, publicId, type SubscriptionView } from "@hooklane/contracts";
import type { Subscription } from "@hooklane/db";

/** What is shown of a subscription's credentials; without it they are masked. */
export interface Shown {
  /** Whole; undefined also where no key at hand opens its query. */
  url?: string | undefined;
  headers?: Record<string, string> | undefined;
}

/**
 * A subscription as the API shows it. Custom headers often hold credentials, so their values are shown only in the answer to the call that
 * set them; a URL's query is left out of lists for the same reason.
 */
export function subscriptionView(row: Subscription, shown: Shown = {}): SubscriptionView {
  return {
    id: publicId("subscription", row.id),
    url: shown.url ?? shownUrl(row.url),
    description: row.description,
    metadata: row.metadata as SubscriptionView["metadata"],
    event_types: row.eventTypes,
    filter: row.filter as SubscriptionView["filter"],
    rate_limit: row.rateLimit,
    format: row.format as SubscriptionView["format"],
    ordered: row.ordered,
    mode: row.mode as SubscriptionView["mode"],
    custom_headers: shown.headers ?? maskValues(row.customHeaders as object),
    retry_policy: row.retryPolicy as SubscriptionView["retry_policy"],
    retryable_statuses: row.retryableStatuses as SubscriptionView["retryable_statuses"],
    state: row.state as SubscriptionView["state"],
    disabled_reason: row.disabledReason,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** What an audit row keeps of a subscription: nothing that could be a credential. */
export function auditedView(row: Subscription): Record<string, unknown> {
  const view = subscriptionView(row);
  const { url, event_types, filter, rate_limit, format, ordered, mode, custom_headers, retry_policy, retryable_statuses, state } = view;
  const headerNames = Object.keys(custom_headers);
  return {
    url,
    event_types,
    filter,
    rate_limit,
    format,
    ordered,
    mode,
    custom_headers: headerNames,
    retry_policy,
    retryable_statuses,
    state,
  };
}

/** A URL as lists show it: its query, which may be a credential, is left out. */
export function shownUrl(url: string): string {
  const at = url.indexOf("?");
  return at === -1 ? url : `${url.slice(0, at)}?${MASK}`;
}

const maskValues = (headers: object): Record<string, string> => Object.fromEntries(Object.keys(headers).map((name) => [name, MASK]));
