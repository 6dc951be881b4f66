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
    `curl -X POST ${quote(url)}`,
    ...kept.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    `--data-raw ${quote(body)}`, // unlike --data-binary, a body that begins with @ names no file
  ].join(" \\\n  ");
}

/** Inside single quotes a shell takes every character as it is; the quote itself is left out, escaped, and taken in again. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
