import { isReservedHeader } from "@hooklane/contracts";
import { shownUrl } from "../subscriptions/subscription-view.ts";

export const HIDDEN = "(hidden)";

/**
 * An answer as a visit of support staff may see it: without the query of an endpoint's URL, and without the values of headers that the customer has set, in
 * whichever place of the answer they stand. Both are often credentials.
 */
export function hideCredentials<T>(answer: T): T {
  return hide(answer, "") as T;
}

function hide(value: unknown, name: string): unknown {
  if (typeof value === "string") return name === "url" && URL.canParse(value) ? shownUrl(value) : value;
  if (Array.isArray(value)) return value.map((one) => (name === "headers" && isHeader(one) ? hideHeader(one) : hide(one, "")));
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  // What an endpoint answers is shown: it is why the visit is made, and none of it is ours or the customer's to send
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, key === "response" ? member : hide(member, key)]));
}

const isHeader = (value: unknown): value is [string, string] => Array.isArray(value) && value.length === 2 && typeof value[0] === "string";

const hideHeader = ([name, value]: [string, string]): [string, string] => [name, isReservedHeader(name) ? value : HIDDEN];
