import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { type Prisma, PrismaClient } from "./generated/prisma/client.ts";

/** The control plane's client, over a pool that the caller owns and ends. */
export const createPrisma = (pool: pg.Pool): PrismaClient =>
  new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: false }) });

export type { Prisma, PrismaClient };
/** The client, or the transaction of it that a change and its audit row share. */
export type Db = PrismaClient | Prisma.TransactionClient;
