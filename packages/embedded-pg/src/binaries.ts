import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";

export interface Binaries {
  initdb: string;
  postgres: string;
  /** For example 18. Data folders of different majors cannot be opened by each other's binaries. */
  major: number;
}

/**
 * Finds the PostgreSQL that npm installed for this platform and makes it runnable.
 * @throws EmbeddedPostgresError `no_binaries`
 */
export function locateBinaries(): Binaries {
  const native = nativeFolder();
  linkLibraries(native);
  const postgres = path.join(native, "bin", "postgres");
  // "postgres (PostgreSQL) 18.4": also allowed for root, unlike every other use of the program.
  const version = /(\d+)/.exec(execFileSync(postgres, ["--version"], { encoding: "utf8" }));
  return { initdb: path.join(native, "bin", "initdb"), postgres, major: Number(version?.[1]) };
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The platform package is a dependency of embedded-postgres, so it is resolved from there and not from here.
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
    return path.resolve(path.dirname(createRequire(wrapper).resolve(name)), "..", "native");
  } catch (cause) {
    throw new EmbeddedPostgresError(
      "no_binaries",
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} (package ${name} is not installed). Set DATABASE_URL to a PostgreSQL server of yours.`,
      { cause },
    );
  }
}

/**
 * npm archives cannot hold symbolic links, so the package makes its library links in an install script.
 * Where install scripts are off nobody has made them yet.
 */
export function linkLibraries(native: string): void {
  const list = path.join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(native, "..", target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(path.basename(source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error; // another starter was faster
    }
  }
}
