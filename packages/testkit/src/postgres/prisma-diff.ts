import { type PrismaRunOptions, runPrisma } from "./run-prisma.ts";

export interface PrismaDiffOptions extends PrismaRunOptions {
  /** Schema to compare with, relative to `cwd`. Default `prisma/schema.prisma`. */
  schema?: string;
}

export interface PrismaDiff {
  differs: boolean;
  /** What Prisma would change to bring the database to the schema, in words. */
  summary: string;
}

/**
 * Compares a database with a Prisma schema. Prisma sees neither partial indexes, triggers and functions nor the children of
 * partitioned tables; a test that means those has to read the catalogs.
 * @throws Error with Prisma's output when it could not compare
 */
export async function prismaDiff({ schema = "prisma/schema.prisma", ...options }: PrismaDiffOptions): Promise<PrismaDiff> {
  const run = await runPrisma(["migrate", "diff", "--from-config-datasource", "--to-schema", schema, "--exit-code"], options);
  // 0: no difference, 2: a difference, anything else: no answer.
  if (run.exitCode !== 0 && run.exitCode !== 2) throw new Error(`prisma migrate diff failed:\n${run.output}`);
  return { differs: run.exitCode === 2, summary: run.output.trim() };
}
