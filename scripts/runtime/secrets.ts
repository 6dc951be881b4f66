import { randomBytes, randomUUID } from "node:crypto";
import { chmodSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { createPrivateFile, ensurePrivateFolder } from "./write-private-file.ts";

/** Secrets of an installation with the embedded database. They are made once: what they seal is unreadable without them. */
export interface StoredSecrets {
  postgresPassword: string;
  /** Signs sessions. */
  authSecret: string;
  /** `HOOKLANE_SECRET_KEYS`: `<version>:<base64 of 32 bytes>`, comma-separated; the highest version encrypts. */
  secretKeys: string;
  /** A UUID that tells this data folder from any other. */
  installationId: string;
}

const fields = ["postgresPassword", "authSecret", "secretKeys", "installationId"] as const;

/**
 * Reads `<data folder>/secrets.json`, or makes it (file 0600, folder 0700). Two processes that make it at once end with the same secrets.
 * @throws Error when the file is damaged: making a new one would lose everything that the old keys sealed
 */
export function loadOrCreateSecrets(dataFolder: string): StoredSecrets {
  ensurePrivateFolder(dataFolder);
  const file = path.join(dataFolder, "secrets.json");
  const stored = readIfPresent(file) ?? createPrivateFile(file, `${JSON.stringify(freshSecrets(), null, 2)}\n`);
  if (statSync(file).mode & 0o077) chmodSync(file, 0o600);
  return parse(stored, file);
}

function freshSecrets(): StoredSecrets {
  return {
    postgresPassword: randomBytes(24).toString("base64url"),
    authSecret: randomBytes(32).toString("base64url"),
    secretKeys: `1:${randomBytes(32).toString("base64")}`,
    installationId: randomUUID(),
  };
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function parse(text: string, file: string): StoredSecrets {
  let value: Partial<StoredSecrets> = {};
  try {
    value = JSON.parse(text) as Partial<StoredSecrets>;
  } catch {}
  const missing = fields.filter((name) => typeof value?.[name] !== "string" || value[name] === "");
  if (missing.length) {
    throw new Error(`${file} is damaged (${missing.join(", ")}): restore it from a backup, or move the data folder away to begin anew.`);
  }
  return value as StoredSecrets;
}
