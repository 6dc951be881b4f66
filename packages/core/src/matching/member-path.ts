/**
 * The names on the way to a member: a JSON Pointer (RFC 6901) when the text begins with a slash, names joined by dots otherwise.
 * @returns undefined when it is neither
 */
export function readPath(text: string): string[] | undefined {
  if (!text.startsWith("/")) {
    const names = text.split(".");
    return names.includes("") ? undefined : names;
  }
  if (/~(?![01])/.test(text)) return undefined;
  return text
    .slice(1)
    .split("/")
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}
