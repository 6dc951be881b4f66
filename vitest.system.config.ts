import { defineConfig } from "vitest/config";

/** Long tests that start, kill and restart whole processes: one file at a time, each with a database of its own. */
export default defineConfig({
  test: {
    name: "system",
    include: ["{apps,packages,scripts,bench,e2e}/**/*.system.test.ts"],
    exclude: ["**/node_modules/**", "**/.next/**", "**/.data/**"],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
