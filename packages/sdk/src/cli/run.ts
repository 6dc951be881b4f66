import { parseArgs } from "node:util";
import { Hooklane } from "../client/hooklane.ts";
import { HooklaneError } from "../http/hooklane-error.ts";
import { version } from "../version.ts";
import { type Arguments, type Command, CommandError, type ExitCode, exitCodes, PATIENCE_MS, usageError } from "./command.ts";
import { commands } from "./commands/index.ts";
import { commandHelp, overview } from "./help.ts";
import { findSettings } from "./settings.ts";
import { note, print, printable, type Terminal } from "./terminal.ts";

/**
 * Runs what was typed.
 * @param words behind the program's name
 * @returns the exit code; whatever went wrong was told on `stderr`
 */
export async function run(words: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [first, second] = words;
  if (first === "--version" || first === "-V") {
    print(terminal, version);
    return exitCodes.ok;
  }
  if (first === undefined) {
    note(terminal, overview(commands));
    return exitCodes.usage;
  }
  if (first === "help" || first === "--help" || first === "-h") return help(words.slice(1), terminal);
  const command = find(`${first} ${second}`) ?? find(first);
  if (!command) return unknown(words, terminal);
  try {
    const parsed = readArguments(command, words.slice(command.name.split(" ").length));
    if (parsed.flag("help")) {
      print(terminal, commandHelp(command));
      return exitCodes.ok;
    }
    const [least, most] = command.arity;
    const { length } = parsed.positionals;
    if (length < least || length > most)
      throw usageError(`${length < least ? "Something is missing" : "That is too much"} behind: hooklane ${command.name}`);
    const client = () => {
      const { url, apiKey } = findSettings(terminal);
      return new Hooklane({ baseUrl: url, apiKey, retry: { totalMs: PATIENCE_MS } });
    };
    return await command.run({ terminal, args: parsed, client });
  } catch (error) {
    return tell(error, command, terminal);
  }
}

const find = (name: string): Command | undefined => commands.find((command) => command.name === name);

function help(words: readonly string[], terminal: Terminal): ExitCode {
  const command = find(words.slice(0, 2).join(" ")) ?? find(words[0] ?? "");
  if (!command && words.length > 0) return unknown(words, terminal);
  print(terminal, command ? commandHelp(command) : overview(commands));
  return exitCodes.ok;
}

function unknown(words: readonly string[], terminal: Terminal): ExitCode {
  const group = commands.filter(({ name }) => name.startsWith(`${words[0]} `)).map(({ name }) => `hooklane ${name}`);
  note(
    terminal,
    group.length > 0 ? `Say which: ${group.join(", ")}` : `There is no command ${JSON.stringify(words[0])}. See: hooklane help`,
  );
  return exitCodes.usage;
}

function readArguments({ options, arity }: Command, words: readonly string[]): Arguments {
  try {
    const parsed = parseArgs({
      args: [...words],
      options: { ...options, help: { type: "boolean", short: "h" } },
      allowPositionals: arity[1] > 0,
    });
    const values: Readonly<Record<string, unknown>> = parsed.values;
    return {
      positionals: parsed.positionals,
      text: (option) => values[option] as string | undefined,
      texts: (option) => (values[option] as string[] | undefined) ?? [],
      flag: (option) => values[option] === true,
    };
  } catch (error) {
    throw usageError((error as Error).message);
  }
}

/** What went wrong, in words for the person at the keyboard. */
function tell(error: unknown, { name }: Command, terminal: Terminal): ExitCode {
  if (error instanceof CommandError) {
    note(terminal, `hooklane ${name}: ${error.message}`);
    if (error.exitCode === exitCodes.usage) note(terminal, `See: hooklane help ${name}`);
    return error.exitCode;
  }
  if (error instanceof HooklaneError) {
    const { detail, status, code, field, requestId, attempts } = error;
    const facts = [
      status === null ? code : `${status} ${code}`,
      field !== null && `field ${field}`,
      requestId !== null && `request ${requestId}`,
      attempts > 1 && `after ${attempts} attempts`,
    ];
    note(terminal, `hooklane ${name}: ${printable(detail)} (${printable(facts.filter(Boolean).join(", "))})`);
    return exitCodes.failed;
  }
  note(terminal, `hooklane ${name}: ${printable(error instanceof Error ? error.message : String(error))}`);
  return exitCodes.failed;
}
