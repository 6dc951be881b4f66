import path from "node:path";
import type { NextConfig } from "next";

export default {
  reactStrictMode: true,
  poweredByHeader: false,
  serverExternalPackages: ["@node-rs/argon2", "@prisma/adapter-pg", "@prisma/client", "pg", "pg-boss", "pino"],
  transpilePackages: ["@hooklane/contracts", "@hooklane/core", "@hooklane/db"],
  turbopack: { root: path.join(import.meta.dirname, "../..") },
} satisfies NextConfig;
