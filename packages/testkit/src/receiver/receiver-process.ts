import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { BehaviourSpec } from "./behaviour-spec.ts";
import type { ReceiverCommand, ReceiverReply } from "./receiver-command.ts";

export interface ReceiverProcessOptions {
  readonly ledgerFile: string;
  /** Whether an arrival is on disk before it is answered. Default false. */
  readonly syncedLedger?: boolean;
  /** Behaviours by endpoint name. Default: the demo's samples. */
  readonly behaviours?: Readonly<Record<string, BehaviourSpec>>;
  /** Wanted ports by endpoint name; a taken one is replaced by a free one. */
  readonly ports?: Readonly<Record<string, number>>;
  readonly host?: string;
}

/** Receivers that run in a process of their own. */
export interface ReceiverProcess {
  readonly pid: number;
  /** Ports by endpoint name. */
  readonly ports: Readonly<Record<string, number>>;
  /** Resolves when the process has changed the endpoint's behaviour. */
  set(endpoint: string, behaviour: BehaviourSpec): Promise<void>;
  /** Resolves when the process checks this endpoint's signatures with the secret. */
  setSecret(endpoint: string, secret: string | null): Promise<void>;
  /** Ends the process and waits until it has ended. */
  stop(): Promise<void>;
}

/**
 * Starts a receiver process and resolves when all of its endpoints listen. It ends with this process, however this one ends.
 *
 * `set` and `setSecret` reject when the process refuses the command or has ended.
 *
 * @throws Error when it ends before it listens; what it wrote to stderr appears on this process's stderr.
 */
export async function startReceiverProcess(options: ReceiverProcessOptions): Promise<ReceiverProcess> {
  const { ledgerFile, syncedLedger = false, behaviours, ports = {}, host } = options;
  const args = [fileURLToPath(new URL("./main.ts", import.meta.url)), "--ledger", ledgerFile, "--ports", JSON.stringify(ports)];
  if (behaviours !== undefined) args.push("--behaviours", JSON.stringify(behaviours));
  if (syncedLedger) args.push("--synced");
  if (host !== undefined) args.push("--host", host);
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });

  const waiting: { resolve: (line: string) => void; reject: (error: Error) => void }[] = [];
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      for (const { reject } of waiting.splice(0)) reject(new Error("the receiver process has ended"));
      resolve();
    };
    child.once("exit", end);
    child.once("error", end);
  });
  // Writing to a process that has ended fails here, and its commands are rejected above.
  child.stdin.on("error", () => {});
  createInterface({ input: child.stdout }).on("line", (line) => waiting.shift()?.resolve(line));
  const nextLine = () => new Promise<string>((resolve, reject) => waiting.push({ resolve, reject }));

  const command = async (order: ReceiverCommand) => {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error("the receiver process has ended");
    child.stdin.write(`${JSON.stringify(order)}\n`);
    const reply = JSON.parse(await nextLine()) as ReceiverReply;
    if (!reply.ok) throw new Error(`the receiver process refused a command: ${reply.error}`);
  };

  const listening = JSON.parse(await nextLine()) as { ports: Record<string, number> };
  return {
    pid: child.pid ?? 0,
    ports: listening.ports,
    set: (endpoint, behaviour) => command({ endpoint, behaviour }),
    setSecret: (endpoint, secret) => command({ endpoint, secret }),
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
