import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The embedded database of a product, as its superuser. */
export function embeddedDatabaseUrl(dataFolder: string): string {
  const { postgresPassword } = JSON.parse(readFileSync(path.join(dataFolder, "secrets.json"), "utf8")) as { postgresPassword: string };
  const file = readdirSync(dataFolder, { recursive: true, encoding: "utf8" }).find((name) => name.endsWith("postmaster.pid"));
  if (file === undefined) throw new Error(`no database runs in ${dataFolder}`);
  const port = readFileSync(path.join(dataFolder, file), "utf8").split("\n")[3];
  return `postgresql://postgres:${encodeURIComponent(postgresPassword)}@127.0.0.1:${port}/postgres`;
}
