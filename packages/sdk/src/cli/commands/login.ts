import { Hooklane } from "../../client/hooklane.ts";
import { HooklaneError } from "../../http/hooklane-error.ts";
import { askHidden, readAll } from "../ask.ts";
import { type Command, CommandError, exitCodes, PATIENCE_MS, usageError } from "../command.ts";
import { removeSettings, saveSettings, settingsFile } from "../settings.ts";
import { canAsk, note, print, type Terminal } from "../terminal.ts";

const FORBIDDEN = 403;

export const login: Command = {
  name: "login",
  summary: "Keep an address and an API key for the other commands.",
  operands: "",
  arity: [0, 0],
  options: { url: { type: "string", value: "URL", help: "where the installation is; default: HOOKLANE_URL" } },
  details: `The key is asked for, or read from the standard input: it is no argument, which others on the machine could see.
It is tried once, and then kept with mode 0600 in $XDG_CONFIG_HOME/hooklane/config.json (~/.config without it).`,
  async run({ terminal, args }) {
    const url = args.text("url") ?? terminal.env.HOOKLANE_URL;
    if (!url) throw usageError("say where the installation is: --url https://hooks.example.com");
    const apiKey = await readKey(terminal);
    await check(new Hooklane({ baseUrl: url, apiKey, retry: { totalMs: PATIENCE_MS } }));
    print(terminal, `The key is kept in ${saveSettings(terminal.env, { url, apiKey })}.`);
    if (terminal.env.HOOKLANE_API_KEY) note(terminal, "HOOKLANE_API_KEY is set and wins over it.");
    return exitCodes.ok;
  },
};

export const logout: Command = {
  name: "logout",
  summary: "Forget the address and the key.",
  operands: "",
  arity: [0, 0],
  options: {},
  async run({ terminal }) {
    const file = settingsFile(terminal.env);
    print(
      terminal,
      removeSettings(terminal.env) ? `${file} is removed. The key itself stays valid until it is revoked.` : "Nothing was kept.",
    );
    return exitCodes.ok;
  },
};

async function readKey(terminal: Terminal): Promise<string> {
  const text = canAsk(terminal) ? await askHidden(terminal, "API key: ") : (await readAll(terminal)).toString();
  if (text === undefined) throw new CommandError("interrupted", exitCodes.interrupted);
  if (text.trim() === "") throw new CommandError("there is no key on the standard input");
  return text.trim();
}

/** A key that lacks the scope of this call is a good key all the same. */
async function check(hooklane: Hooklane): Promise<void> {
  try {
    await hooklane.subscriptions.list({ limit: 1 }).page();
  } catch (error) {
    if (!(error instanceof HooklaneError && error.status === FORBIDDEN)) throw error;
  }
}
