import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";

const systemNames = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const DOWNLOAD_TIMEOUT_MS = 300_000;
const isRoot = process.getuid?.() === 0;

/** No sandbox: root in a container has none. The rest keeps the browser from calling home, so that every request seen is the page's. */
export const chromiumArgs = [
  "--no-sandbox",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/**
 * Finds a Chromium, from the surest and quickest source to the slowest: HOOKLANE_CHROMIUM, Playwright's own, the system's, the one that npm
 * brings (linux-x64), Playwright's download, Debian's package (as root).
 * @returns its path
 * @throws Error when every source fails
 */
export async function findChromium(): Promise<string> {
  const own = () => ifExecutable(chromium.executablePath());
  const sources = [
    () => ifExecutable(process.env.HOOKLANE_CHROMIUM),
    own,
    systemChromium,
    packagedChromium,
    () => (attempt("playwright", ["install", ...(isRoot ? ["--with-deps"] : []), "chromium"]) ? own() : undefined),
    debianChromium,
  ];
  for (const source of sources) {
    const found = await source();
    if (found) return found;
  }
  throw new Error("No Chromium was found or could be had: install one, or set HOOKLANE_CHROMIUM to its path.");
}

function ifExecutable(file: string | undefined): string | undefined {
  try {
    if (file) accessSync(file, constants.X_OK);
    return file;
  } catch {
    return undefined;
  }
}

function systemChromium(): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/bin"];
  return systemNames.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(ifExecutable);
}

/**
 * The headless shell inside @sparticuz/chromium. It unpacks into the temporary folder and takes what lies there, whatever its version, so it
 * is given a folder of this checkout; and it unpacks its own NSS libraries only where it believes to run on AWS Lambda. It also points fontconfig
 * to the one font that it brings: with it alone Chromium aborts now and then while it looks for another, so the machine's own fonts are preferred.
 */
async function packagedChromium(): Promise<string | undefined> {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  const folder = path.join(import.meta.dirname, "../node_modules/.cache/hooklane/chromium");
  mkdirSync(folder, { recursive: true });
  const { TMPDIR: before, FONTCONFIG_PATH: fontsBefore } = process.env;
  process.env.TMPDIR = folder;
  process.env.AWS_EXECUTION_ENV = "AWS_Lambda_nodejs22.x";
  try {
    const { default: packaged } = await import("@sparticuz/chromium");
    return ifExecutable(await packaged.executablePath());
  } catch (error) {
    console.warn(`The packaged Chromium does not unpack: ${(error as Error).message}`);
    return undefined;
  } finally {
    delete process.env.AWS_EXECUTION_ENV;
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    if (fontsBefore !== undefined) process.env.FONTCONFIG_PATH = fontsBefore;
    else if (existsSync("/etc/fonts/fonts.conf") && existsSync("/usr/share/fonts")) delete process.env.FONTCONFIG_PATH;
  }
}

function debianChromium(): string | undefined {
  if (!isRoot || !attempt("apt-get", ["update", "-q"])) return undefined;
  attempt("apt-get", ["install", "-y", "-q", "--no-install-recommends", "chromium", "fonts-liberation"]);
  return systemChromium();
}

function attempt(command: string, args: string[]): boolean {
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    execFileSync(command, args, { stdio: ["ignore", "inherit", "inherit"], timeout: DOWNLOAD_TIMEOUT_MS, env });
    return true;
  } catch (error) {
    console.warn(`${command} ${args.join(" ")}: ${(error as Error).message.split("\n")[0]}`);
    return false;
  }
}
