import type { Prisma, PrismaClient } from "@hooklane/db";
import type { Refusal, Result } from "./result.ts";

class Undone extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** A transaction that a refusal undoes: nothing that was written before it stays. */
export async function atomically<T>(db: PrismaClient, work: (tx: Prisma.TransactionClient) => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await db.$transaction(async (tx) => {
      const result = await work(tx);
      if (!result.ok) throw new Undone(result);
      return result;
    });
  } catch (error) {
    if (error instanceof Undone) return error.refusal;
    throw error;
  }
}
