export { type PrismaDiff, type PrismaDiffOptions, prismaDiff } from "./prisma-diff.ts";
export { type PrismaRun, type PrismaRunOptions, runPrisma } from "./run-prisma.ts";
export { createTestDatabase, type TestDatabase, type TestDatabaseOptions } from "./test-database.ts";
