import { defineConfig } from "prisma/config";

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  // `generate`, `validate` and `format` need no database; every other command is given one by DATABASE_URL.
  datasource: { url: process.env.DATABASE_URL ?? "postgresql://unset@127.0.0.1:1/unset" },
});
