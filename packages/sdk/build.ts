/** `node build.ts [folder]`: makes the package that is published, in `dist` or the folder named. It needs no build of anything else. */
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const here = import.meta.dirname;

/** Compiles the sources, and lays the manifest, the readme and the snippets beside them. */
export function buildPackage(folder: string): void {
  const tsc = path.join(createRequire(import.meta.url).resolve("typescript/package.json"), "../bin/tsc");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  execFileSync(process.execPath, [tsc, "-p", path.join(here, "tsconfig.build.json"), "--outDir", folder], { stdio: "inherit" });
  writeFileSync(path.join(folder, "package.json"), `${JSON.stringify(manifest(), undefined, 2)}\n`);
  cpSync(path.join(here, "README.md"), path.join(folder, "README.md"));
  for (const { parentPath, name } of readdirSync(path.join(here, "snippets"), { recursive: true, withFileTypes: true })) {
    if (!/^(verify|publish)\.(?!.*ts$)/.test(name)) continue;
    const relative = path.relative(here, path.join(parentPath, name));
    mkdirSync(path.dirname(path.join(folder, relative)), { recursive: true });
    cpSync(path.join(here, relative), path.join(folder, relative));
  }
  chmodSync(path.join(folder, "cli/main.js"), 0o755);
}

/** Of this workspace's manifest, only what a stranger needs: the sources are for the monorepo. */
function manifest(): object {
  const { name, version } = JSON.parse(readFileSync(path.join(here, "package.json"), "utf8"));
  return {
    name,
    version,
    description: "Client, webhook verification and command line for Hooklane",
    type: "module",
    exports: { ".": { types: "./index.d.ts", default: "./index.js" } },
    bin: { hooklane: "./cli/main.js" },
    engines: { node: ">=20.3" },
    sideEffects: false,
  };
}

if (import.meta.main) buildPackage(path.resolve(process.argv[2] ?? path.join(here, "dist")));
