import { execFile } from "node:child_process";
import path from "node:path";

const ROOT = path.join(import.meta.dirname, "../../../..");

export interface PrismaRun {
  exitCode: number;
  /** Standard output, then standard error. */
  output: string;
}

export interface PrismaRunOptions {
  /** The database of the command, as `DATABASE_URL`. */
  url: string;
  /** Folder with the Prisma config to use. Default: the root of the repository. */
  cwd?: string;
}

/** Runs Prisma's own command line the way `npm run prisma` does. A non-zero exit is an answer and no error. */
export function runPrisma(args: string[], { url, cwd = ROOT }: PrismaRunOptions): Promise<PrismaRun> {
  const env = { ...process.env, DATABASE_URL: url, NO_COLOR: "1" };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [path.join(ROOT, "scripts/prisma.mjs"), ...args], { cwd, env }, (error, stdout, stderr) => {
      const exitCode = error ? error.code : 0;
      if (typeof exitCode === "number") resolve({ exitCode, output: `${stdout}${stderr}` });
      else reject(error); // it could not be started, or a signal ended it
    });
  });
}
