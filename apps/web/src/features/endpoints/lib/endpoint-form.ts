import { eventTypePatternSchema, isReservedHeader } from "@hooklane/contracts";
import { parseEndpointUrl } from "@hooklane/contracts/egress";
import { z } from "zod";

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
    format: z.enum(["envelope", "raw"]),
    mode: z.enum(["at_least_once", "at_most_once"]),
    ordered: z.boolean(),
    headers: z.array(header),
  });

export type EndpointForm = z.infer<ReturnType<typeof endpointForm>>;

export const emptyEndpointForm: EndpointForm = {
  url: "",
  description: "",
  event_types: "*",
  format: "envelope",
  mode: "at_least_once",
  ordered: false,
  headers: [],
};

/** The form's field to which a member that the server refused belongs; undefined when the form shows none. @param path dotted */
export function fieldOf(path: string): keyof EndpointForm | undefined {
  const [member = ""] = path.split(".");
  if (member === "custom_headers") return "headers";
  return Object.hasOwn(emptyEndpointForm, member) ? (member as keyof EndpointForm) : undefined;
}
