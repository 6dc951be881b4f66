import type { Prisma } from "@hooklane/db";
import type pg from "pg";

/** A transaction's session, as far as a statement or a job's sender needs one. */
export function sessionOf(tx: Prisma.TransactionClient): pg.ClientBase {
  const query = async (statement: string | { text: string; values?: unknown[] }, values: unknown[] = []) => {
    const { text, values: own = values } = typeof statement === "string" ? { text: statement } : statement;
    return { rows: await tx.$queryRawUnsafe(text, ...own) };
  };
  return { query } as unknown as pg.ClientBase;
}
