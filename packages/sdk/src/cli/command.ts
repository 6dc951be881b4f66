import type { Hooklane } from "../client/hooklane.ts";
import type { Terminal } from "./terminal.ts";

/** How long a call of a command goes on trying, in milliseconds: a person waits for it. */
export const PATIENCE_MS = 15_000;
/** The same for commands that follow something: they outlast a restart of the installation. */
export const FOLLOWING_PATIENCE_MS = 300_000;

/** How a command can end, as its exit code. */
export const exitCodes = {
  ok: 0,
  /** The API refused, could not be reached, or something on this machine went wrong. */
  failed: 1,
  /** The command was not written as it has to be. */
  usage: 2,
  /** It worked, and what it found is bad: a replay that did not deliver everything, an endpoint that is not well. */
  unwell: 3,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** An option of a command: what `parseArgs` reads, and what help says. */
export interface Option {
  readonly type: "string" | "boolean";
  readonly short?: string;
  readonly multiple?: boolean;
  /** What stands for its value in the help. */
  readonly value?: string;
  readonly help: string;
}

/** What was typed behind a command's name. */
export interface Arguments {
  readonly positionals: readonly string[];
  text(option: string): string | undefined;
  texts(option: string): string[];
  flag(option: string): boolean;
}

export interface Context {
  readonly terminal: Terminal;
  readonly args: Arguments;
  /** A client for the key and address that are set. @throws CommandError when there are none */
  client(): Hooklane;
}

export interface Command {
  /** One word or two. */
  readonly name: string;
  readonly summary: string;
  /** What follows the name, like `<subscription>`. */
  readonly operands: string;
  /** Fewest and most positionals. */
  readonly arity: readonly [least: number, most: number];
  readonly options: Readonly<Record<string, Option>>;
  /** More than the summary says. */
  readonly details?: string;
  run(context: Context): Promise<ExitCode>;
}

/** Something that the person at the keyboard has to put right. */
export class CommandError extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = exitCodes.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The command was not written as it has to be. */
export const usageError = (message: string): CommandError => new CommandError(message, exitCodes.usage);

export const jsonOption: Record<string, Option> = { json: { type: "boolean", help: "print JSON" } };
