import { z } from "zod";
import { isReservedHeader } from "../http/headers.ts";

const MAX_HEADERS = 20;
const MAX_VALUE_CHARACTERS = 1_024;

/** Custom headers: names are tokens (RFC 9110), values visible Latin-1 with inner spaces, so that every accepted one can be sent. */
export const customHeadersSchema = z.record(z.string(), z.string()).superRefine((headers, context) => {
  const names = Object.keys(headers);
  if (names.length > MAX_HEADERS) context.addIssue({ code: "custom", message: `at most ${MAX_HEADERS} custom headers` });
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    const fault = headerFault(name, value, seen);
    if (fault) context.addIssue({ code: "custom", path: [name], message: fault });
    seen.add(name.toLowerCase());
  }
});

function headerFault(name: string, value: string, seen: ReadonlySet<string>): string | undefined {
  if (name.length > 128 || !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) return "not a header name";
  if (isReservedHeader(name)) return `${name} is set by the platform or belongs to the connection`;
  if (seen.has(name.toLowerCase())) return "given twice, in different letter case";
  if (value.length > MAX_VALUE_CHARACTERS) return `longer than ${MAX_VALUE_CHARACTERS} characters`;
  if (!/^[\x21-\x7e\xa1-\xff]([\t\x20-\x7e\xa0-\xff]*[\x21-\x7e\xa1-\xff])?$/.test(value))
    return "not a header value: visible Latin-1 characters, with spaces only inside";
  return undefined;
}
