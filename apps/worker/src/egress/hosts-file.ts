import { readFileSync, statSync } from "node:fs";

/** How long the file's modification time is trusted before it is looked at again. */
const RECHECK_MS = 5_000;

export type HostsFile = { addressesOf(hostname: string): string[] | undefined };

/**
 * The machine's own names (hosts(5)), which name servers do not know and operators rely on in containers. The file is
 * small and local, so reading it in place is cheaper than a trip through the thread pool. What it says is judged by the
 * address rules like any other answer.
 *
 * @param now monotonic milliseconds
 */
export function createHostsFile(path = "/etc/hosts", now: () => number = () => performance.now()): HostsFile {
  let names = new Map<string, string[]>();
  let modifiedAt: number | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;

  function refresh(): void {
    if (now() - checkedAt < RECHECK_MS) return;
    checkedAt = now();
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.mtimeMs === modifiedAt) return;
    modifiedAt = stats?.mtimeMs;
    names = stats === undefined ? new Map() : parseHosts(readFileSync(path, "utf8"));
  }

  return {
    addressesOf(hostname) {
      refresh();
      return names.get(hostname);
    },
  };
}

/** One line is an address and its names; `#` starts a comment. A name on several lines has several addresses. */
function parseHosts(text: string): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const line of text.split("\n")) {
    const [address, ...aliases] = (line.split("#")[0] ?? "").trim().split(/\s+/);
    if (!address) continue;
    for (const alias of aliases) {
      const name = alias.toLowerCase();
      names.set(name, [...(names.get(name) ?? []), address]);
    }
  }
  return names;
}
