import { execFileSync, spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";

export interface CliRun {
  readonly exitCode: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunningCli {
  readonly ended: Promise<CliRun>;
  /** What it wrote so far, to stdout and to stderr. */
  out(): string;
  err(): string;
  /** Types on its standard input. */
  type(text: string): void;
  kill(signal: NodeJS.Signals): void;
}

/** A Node of this major version among the folders of PATH; those that come with packages are looked at last. */
export function findNode(major: number): string | undefined {
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter((folder) => folder !== "");
  const candidates = folders.flatMap((folder) => {
    try {
      return readdirSync(folder).includes("node") ? [path.join(folder, "node")] : [];
    } catch {
      return [];
    }
  });
  return candidates.find((file) => {
    try {
      return execFileSync(file, ["--version"], { encoding: "utf8" }).startsWith(`v${major}.`);
    } catch {
      return false;
    }
  });
}

/**
 * Starts a command.
 * @param env instead of this process's own, but for PATH
 * @param input the whole standard input; without it, it stays open
 */
export function startCli(words: readonly string[], env: Record<string, string>, input?: string | Uint8Array): RunningCli {
  const [program = "", ...args] = words;
  const child = spawn(program, args, { env: { PATH: process.env.PATH ?? "", ...env }, stdio: ["pipe", "pipe", "pipe"] });
  const texts = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    texts.out += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    texts.err += chunk;
  });
  child.stdin.on("error", () => {});
  if (input !== undefined) child.stdin.end(input);
  return {
    ended: new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (exitCode) => resolve({ exitCode, ...texts }));
    }),
    out: () => texts.out,
    err: () => texts.err,
    type: (text) => child.stdin.write(text),
    kill: (signal) => child.kill(signal),
  };
}
