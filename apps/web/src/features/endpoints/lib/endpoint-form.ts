import { eventTypePatternSchema, isReservedHeader, type SubscriptionView } from "@hooklane/contracts";
import { parseEndpointUrl } from "@hooklane/contracts/egress";
import { z } from "zod";
import { readFilterText } from "./read-filter-text.ts";
import { emptyRetryForm, retryFormOf, retryFormSchema, retryPolicyOf } from "./retry-form.ts";

/** Event types as they are typed: separated by commas, spaces or lines; one that is named twice counts once. */
export const splitEventTypes = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter(Boolean))];

const eventTypes = z.string().superRefine((text, context) => {
  const types = splitEventTypes(text);
  if (types.length === 0) context.addIssue({ code: "custom", message: "at least one event type, or * for all" });
  if (types.length > 100) context.addIssue({ code: "custom", message: "at most 100 event types" });
  for (const type of types) {
    const parsed = eventTypePatternSchema.safeParse(type);
    if (!parsed.success) context.addIssue({ code: "custom", message: `not an event type: ${type}` });
  }
});

const header = z.object({
  name: z
    .string()
    .trim()
    .min(1, "a name, or remove the header")
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]*$/, "not a header name")
    .refine((name) => !isReservedHeader(name), "set by the platform"),
  value: z.string().trim().min(1, "a value, or remove the header"),
});

const filter = z.string().superRefine((text, context) => {
  const read = readFilterText(text);
  if (!read.ok) context.addIssue({ code: "custom", message: read.problem });
});

const note = z.object({
  name: z.string().trim().min(1, "a name, or remove the line").max(64, "at most 64 characters"),
  value: z.string().max(500, "at most 500 characters"),
});

const wholeFrom = (min: number, max: number) =>
  z
    .string()
    .refine((text) => /^\d+$/.test(text.trim()) && Number(text) >= min && Number(text) <= max, `a whole number from ${min} to ${max}`);

/**
 * The rules of the form for an endpoint: what can be judged here, while it is typed. Which addresses may be contacted, only the server knows.
 * @param allowHttp endpoints may be plain http
 */
export const endpointForm = (allowHttp: boolean) =>
  z.object({
    url: z.string().superRefine((raw, context) => {
      if (raw.trim() === "") return context.addIssue({ code: "custom", message: "an endpoint needs a URL" });
      const read = parseEndpointUrl(raw.trim(), { allowHttp, allow: [] });
      if (!read.ok && read.code !== "blocked_destination") context.addIssue({ code: "custom", message: read.detail });
    }),
    description: z.string().max(500, "at most 500 characters"),
    event_types: eventTypes,
    filter,
    format: z.enum(["envelope", "raw"]),
    mode: z.enum(["at_least_once", "at_most_once"]),
    ordered: z.boolean(),
    headers: z.array(header),
    rate_limit: z.union([z.literal(""), wholeFrom(1, 10_000)], "a whole number from 1 to 10000, or nothing"),
    retry: retryFormSchema,
    retryable: z.array(z.object({ status: wholeFrom(400, 499), max_attempts: wholeFrom(1, 1_000) })).superRefine((list, context) => {
      const twice = list.findIndex(({ status }, i) => list.findIndex((other) => other.status.trim() === status.trim()) < i);
      if (twice >= 0) context.addIssue({ code: "custom", path: [twice, "status"], message: "listed twice" });
    }),
    metadata: z
      .array(note)
      .max(50, "at most 50")
      .superRefine((list, context) => {
        const twice = list.findIndex(({ name }, i) => list.findIndex((other) => other.name.trim() === name.trim()) < i);
        if (twice >= 0) context.addIssue({ code: "custom", path: [twice, "name"], message: "named twice" });
      }),
  });

export type EndpointForm = z.infer<ReturnType<typeof endpointForm>>;

export const emptyEndpointForm: EndpointForm = {
  url: "",
  description: "",
  event_types: "*",
  filter: "",
  format: "envelope",
  mode: "at_least_once",
  ordered: false,
  headers: [],
  rate_limit: "",
  retry: emptyRetryForm,
  retryable: [],
  metadata: [],
};

/** An endpoint as the form shows it. Header values are masked, so headers begin empty and are replaced as a whole. */
export const endpointFormOf = (endpoint: SubscriptionView): EndpointForm => ({
  url: endpoint.url,
  description: endpoint.description,
  event_types: endpoint.event_types.join(", "),
  filter: endpoint.filter === null ? "" : JSON.stringify(endpoint.filter, null, 2),
  format: endpoint.format,
  mode: endpoint.mode,
  ordered: endpoint.ordered,
  headers: [],
  rate_limit: endpoint.rate_limit === null ? "" : String(endpoint.rate_limit),
  retry: retryFormOf(endpoint.retry_policy),
  retryable: endpoint.retryable_statuses.map(({ status, max_attempts }) => ({
    status: String(status),
    max_attempts: String(max_attempts),
  })),
  metadata: Object.entries(endpoint.metadata).map(([name, value]) => ({ name, value })),
});

/** What the API takes, by the form's fields; the form must be valid. */
export const settingsOf = (form: EndpointForm) => ({
  url: { url: form.url.trim() },
  description: { description: form.description },
  event_types: { event_types: splitEventTypes(form.event_types) },
  filter: { filter: filterOf(form.filter) },
  format: { format: form.format },
  mode: { mode: form.mode },
  ordered: { ordered: form.ordered },
  headers: { custom_headers: Object.fromEntries(form.headers.map(({ name, value }) => [name.trim(), value.trim()])) },
  rate_limit: { rate_limit: form.rate_limit.trim() === "" ? null : Number(form.rate_limit) },
  retry: { retry_policy: retryPolicyOf(form.retry) },
  retryable: {
    retryable_statuses: form.retryable.map(({ status, max_attempts }) => ({ status: Number(status), max_attempts: Number(max_attempts) })),
  },
  metadata: { metadata: Object.fromEntries(form.metadata.map(({ name, value }) => [name.trim(), value])) },
});

function filterOf(text: string): Record<string, unknown> | null {
  const read = readFilterText(text);
  return read.ok ? read.filter : null;
}

const fields: Record<string, keyof EndpointForm> = {
  custom_headers: "headers",
  retry_policy: "retry",
  retryable_statuses: "retryable",
};

/** The form's field to which a member that the server refused belongs; undefined when the form shows none. @param path dotted */
export function fieldOf(path: string): keyof EndpointForm | undefined {
  const [member = ""] = path.split(".");
  if (Object.hasOwn(fields, member)) return fields[member];
  return Object.hasOwn(emptyEndpointForm, member) ? (member as keyof EndpointForm) : undefined;
}
