import { parseArgs } from "node:util";
import type { AdminCommand } from "./command.ts";

export type AdminArguments = { ok: true; name: string; values: Record<string, string>; json: boolean } | { ok: false; problem: string };

/** Finds the command and checks that exactly its options are there. */
export function parseArguments(args: string[], commands: Record<string, AdminCommand>): AdminArguments {
  const [name, ...rest] = args;
  if (name === undefined || name.startsWith("-")) return { ok: false, problem: "Which command?" };
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) return { ok: false, problem: `There is no command ${name}` };
  try {
    const options = Object.fromEntries(command.options.map((option) => [option, { type: "string" as const }]));
    const { values, positionals } = parseArgs({
      args: rest,
      options: { ...options, json: { type: "boolean", default: false } },
      allowPositionals: command.argument !== undefined,
    });
    const { json, ...given } = values as Record<string, string> & { json: boolean };
    const missing = command.options.filter((option) => !given[option]?.trim());
    if (missing.length) return { ok: false, problem: `${name} needs ${missing.map((option) => `--${option}`).join(", ")}` };
    if (command.argument !== undefined) {
      const [only = "", ...more] = positionals;
      if (!only.trim() || more.length > 0) return { ok: false, problem: `${name} needs one ${command.argument}` };
      given[command.argument] = only;
    }
    return { ok: true, name, values: given, json };
  } catch (error) {
    return { ok: false, problem: `${name}: ${(error as Error).message}` };
  }
}

/** All commands, one line each. */
export function usageOf(commands: Record<string, AdminCommand>): string {
  const lines = Object.entries(commands).map(([name, { usage, does }]) => `  ${name} ${usage}\n      ${does}`);
  return `npm run admin -- <command> [--json]\n${lines.join("\n")}`;
}
