import { quoteShell } from "../../../ui/lib/quote-shell.ts";
import type { ListedOperation } from "./list-operations.ts";

/** The command that makes a call as its example has it. The key stays in a variable of the shell. */
export function callAsCurl({ method, path, parameters = [], security, requestBody }: ListedOperation, baseUrl: string): string {
  const filled = parameters.reduce(
    (text, { name, in: place, example }) => (place === "path" ? text.replace(`{${name}}`, String(example)) : text),
    path,
  );
  const body = requestBody?.content["application/json"]?.examples?.example;
  return [
    `curl ${method === "get" ? "" : `-X ${method.toUpperCase()} `}${quoteShell(baseUrl + filled)}`,
    ...(security.length > 0 ? ['-H "Authorization: Bearer $HOOKLANE_API_KEY"'] : []),
    ...(body && "value" in body
      ? [`-H ${quoteShell("Content-Type: application/json")}`, `--data-raw ${quoteShell(JSON.stringify(body.value))}`]
      : []),
  ].join(" \\\n  ");
}
