import type { Command, Option } from "./command.ts";
import { columns } from "./terminal.ts";

/** What `hooklane help` prints. */
export function overview(commands: readonly Command[]): string {
  const list = columns(commands.map(({ name, operands, summary }) => [`  hooklane ${name}${operands && ` ${operands}`}`, summary]));
  return [
    "Publish events to a Hooklane installation, watch their deliveries and replay them.",
    "",
    ...list,
    "",
    "hooklane help <command> tells more. hooklane --version",
    "",
    "The address and the API key are those of hooklane login, or of HOOKLANE_URL and HOOKLANE_API_KEY, which win.",
    "Exit codes: 0 it worked; 1 it failed; 2 wrong usage; 3 it worked, and what it found is bad; 130 interrupted.",
  ].join("\n");
}

/** What `hooklane help <command>` prints. */
export function commandHelp({ name, operands, summary, details, options }: Command): string {
  const entries = Object.entries({ ...options, help: { type: "boolean", short: "h", help: "print this" } satisfies Option });
  const usage = `hooklane ${name}${operands && ` ${operands}`}${entries.length > 1 ? " [options]" : ""}`;
  return [
    usage,
    "",
    `${summary}${details ? `\n\n${details}` : ""}`,
    "",
    ...columns(entries.map(([option, described]) => [`  ${spelled(option, described)}`, described.help])),
  ].join("\n");
}

const spelled = (name: string, { short, value }: Option): string => `${short ? `-${short}, ` : ""}--${name}${value ? ` ${value}` : ""}`;
