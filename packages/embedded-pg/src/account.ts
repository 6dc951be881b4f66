import { execFileSync, spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import type { Binaries } from "./binaries.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";

export interface Ids {
  uid: number;
  gid: number;
}

/** Under which identity the server runs. PostgreSQL refuses to run as root. */
export interface Account {
  /** Command to put before the server's own; it replaces itself by the server. */
  prefix: string[];
  /** Account to drop to; absent when this process keeps its own. */
  ids?: Ids;
}

/**
 * Ordinary users run the server as themselves. Root drops to an account without power: the owner of the data folder or of the folder
 * around it, else `postgres`, else `nobody`, provided that it can reach both the folder and the binaries (it cannot below /root).
 * Otherwise root runs the server in a user namespace without a map: no capability outside of it, files stay root's.
 * @throws EmbeddedPostgresError `no_account` or `wrong_owner`
 */
export function chooseAccount(dir: string, dataDir: string, binaries: Binaries): Account {
  const own = process.getuid?.();
  const owner = ownerOf(dataDir);
  if (own !== 0) {
    if (owner && own !== undefined && owner.uid !== own) {
      throw new EmbeddedPostgresError(
        "wrong_owner",
        `The data folder ${dataDir} belongs to uid ${owner.uid}, and this process runs as uid ${own}.`,
      );
    }
    return { prefix: [] };
  }
  const candidates = [owner, ownerOf(dir), idsOf("postgres"), idsOf("nobody")];
  const ids = candidates.find((candidate) => candidate && candidate.uid !== 0 && canReach(candidate, dir, binaries));
  if (ids) return { prefix: [], ids };
  if (spawnSync("unshare", ["-U", "true"]).status === 0) return { prefix: ["unshare", "-U", "--"] };
  throw new EmbeddedPostgresError(
    "no_account",
    `PostgreSQL does not run as root. No unprivileged account can reach ${dir} and ${binaries.postgres}, and user namespaces are not allowed here. ` +
      "Run Hooklane as an ordinary user, move it out of root's home, or set DATABASE_URL.",
  );
}

/** PostgreSQL opens only folders that its own account owns. Never call it while a server runs on the folder. */
export function giveTo(folder: string, ids: Ids | undefined): void {
  const wanted = ids ?? (process.getuid?.() === 0 ? { uid: 0, gid: 0 } : undefined);
  if (wanted && ownerOf(folder)?.uid !== wanted.uid) execFileSync("chown", ["-Rh", `${wanted.uid}:${wanted.gid}`, folder]);
}

function ownerOf(folder: string): Ids | undefined {
  const { uid, gid } = statSync(folder, { throwIfNoEntry: false }) ?? {};
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

function idsOf(account: string): Ids | undefined {
  const id = (flag: string) => spawnSync("id", [flag, account], { encoding: "utf8" });
  const uid = id("-u");
  const gid = id("-g");
  return uid.status === 0 && gid.status === 0 ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : undefined;
}

/** Asked of the kernel instead of computed from modes, so that access lists and mount options count too. */
function canReach(ids: Ids, dir: string, binaries: Binaries): boolean {
  const as = { ...ids, cwd: "/" };
  return spawnSync("test", ["-x", dir], as).status === 0 && spawnSync(binaries.postgres, ["--version"], as).status === 0;
}
