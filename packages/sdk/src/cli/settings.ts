import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { CommandError } from "./command.ts";
import { note, type Terminal } from "./terminal.ts";

/** Which installation, and with which key. */
export interface Settings {
  readonly url: string;
  readonly apiKey: string;
}

type Env = Terminal["env"];

/** Where `login` keeps its settings: in the folder that XDG names for configuration. */
export function settingsFile({ XDG_CONFIG_HOME, HOME }: Env): string {
  const folder = XDG_CONFIG_HOME && path.isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : path.join(HOME || homedir(), ".config");
  return path.join(folder, "hooklane", "config.json");
}

/** Keeps the settings in a file that only this account can read. It replaces the old one in one step. */
export function saveSettings(env: Env, { url, apiKey }: Settings): string {
  const file = settingsFile(env);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, `${JSON.stringify({ url, api_key: apiKey }, undefined, 2)}\n`, { mode: 0o600, flag: "wx" });
  chmodSync(draft, 0o600);
  renameSync(draft, file);
  return file;
}

/** @returns whether there were any */
export function removeSettings(env: Env): boolean {
  const file = settingsFile(env);
  const isThere = statSync(file, { throwIfNoEntry: false }) !== undefined;
  rmSync(file, { force: true });
  return isThere;
}

/**
 * The settings in force: `HOOKLANE_API_KEY` and `HOOKLANE_URL` win over what `login` stored. A stored key goes to no other address than the
 * one it was stored for.
 *
 * @throws CommandError that says what is missing
 */
export function findSettings(terminal: Terminal): Settings {
  const { HOOKLANE_API_KEY: apiKey, HOOKLANE_URL: url } = terminal.env;
  if (apiKey && url) return { url, apiKey };
  const stored = readStored(terminal);
  if (apiKey) {
    if (stored) return { url: stored.url, apiKey };
    throw new CommandError("HOOKLANE_API_KEY is set, but no address. Set HOOKLANE_URL, too.");
  }
  if (!stored)
    throw new CommandError("There is no API key. Run: hooklane login --url <address>, or set HOOKLANE_URL and HOOKLANE_API_KEY.");
  if (url && new URL(stored.url).href !== hrefOf(url)) {
    throw new CommandError(`The stored key is for ${stored.url} and is not sent to ${url}. Set HOOKLANE_API_KEY, too, or log in there.`);
  }
  return stored;
}

const hrefOf = (url: string): string => (URL.canParse(url) ? new URL(url).href : url);

function readStored(terminal: Terminal): Settings | undefined {
  const file = settingsFile(terminal.env);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new CommandError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
  if ((statSync(file).mode & 0o077) !== 0) note(terminal, `Warning: others on this machine can read ${file}. Run: chmod 600 ${file}`);
  const { url, api_key: apiKey } = parseObject(text);
  if (typeof url !== "string" || typeof apiKey !== "string" || !URL.canParse(url)) {
    throw new CommandError(`${file} is damaged. Run: hooklane login --url <address>`);
  }
  return { url, apiKey };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return { ...JSON.parse(text) };
  } catch {
    return {};
  }
}
