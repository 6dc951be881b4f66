import { quoteShell } from "../../../ui/lib/quote-shell.ts";

/** A request as a command line. */
export interface CurlRequest {
  url: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
}

/** Set by curl itself from what it sends. */
const derived = new Set(["host", "content-length", "connection"]);

/** The command that sends a request again, for a POSIX shell. Every text is one quoted word, whatever it holds. */
export function toCurl({ url, headers, body }: CurlRequest): string {
  const kept = headers.filter(([name]) => !derived.has(name.toLowerCase()));
  return [
    `curl -X POST ${quoteShell(url)}`,
    ...kept.map(([name, value]) => `-H ${quoteShell(`${name}: ${value}`)}`),
    `--data-raw ${quoteShell(body)}`, // unlike --data-binary, a body that begins with @ names no file
  ].join(" \\\n  ");
}
