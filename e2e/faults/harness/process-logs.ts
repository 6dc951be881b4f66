import { cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";

const folderOf = (dataFolder: string): string => path.join(dataFolder, "logs");

/** Lines of the logs of all processes of a kind, in the order of the files. */
export function logLines(dataFolder: string, kind: "web" | "worker"): string[] {
  const folder = folderOf(dataFolder);
  return readdirSync(folder)
    .filter((name) => name.startsWith(kind))
    .flatMap((name) => readFileSync(path.join(folder, name), "utf8").split("\n"))
    .filter((line) => line !== "");
}

/** Results that came after their lease and were refused. */
export function staleWritesRefused(dataFolder: string): number {
  return logLines(dataFolder, "worker").filter((line) => line.includes("a result came after its lease")).length;
}

/** How the processes of a kind ended so far: exit codes and signals, as the supervisor noted them. */
export function endings(dataFolder: string, kind: "web" | "worker"): string[] {
  return logLines(dataFolder, kind).flatMap((line) => /ended \((exit code \S+|signal \S+)\); started again/.exec(line)?.[1] ?? []);
}

/** Keeps the logs for whoever looks into a failure. */
export function keepLogs(dataFolder: string, target: string): void {
  rmSync(target, { recursive: true, force: true });
  try {
    cpSync(folderOf(dataFolder), target, { recursive: true });
  } catch {
    // a product that did not get that far has none
  }
}

/** Circuits that opened or closed, of all lanes, as the workers noted them. */
export function circuitChanges(dataFolder: string): { kind: "opened" | "closed"; atMs: number }[] {
  return logLines(dataFolder, "worker")
    .flatMap((line) => {
      const kind = /"msg":"circuit (opened|closed)"/.exec(line)?.[1];
      const atMs = Number(/"time":(\d+)/.exec(line)?.[1]);
      return kind === "opened" || kind === "closed" ? [{ kind, atMs } as const] : [];
    })
    .toSorted((a, b) => a.atMs - b.atMs);
}
