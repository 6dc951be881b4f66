import { defineConfig } from "vitest/config";

const TESTS = "{apps,packages,scripts,bench,e2e}/**/*.test.ts";
const DB_TESTS = "{apps,packages,scripts,bench,e2e}/**/*.db.test.ts";
const NEVER = ["**/node_modules/**", "**/.next/**", "**/.data/**", "**/*.system.test.ts"];

/** Two projects, because a global setup runs only when a test of its project was selected: no database is started for pure tests. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: [TESTS],
          exclude: [...NEVER, DB_TESTS],
          // What hangs, not what is slow: how busy the machine is says nothing of what is tested
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: "db",
          include: [DB_TESTS],
          exclude: NEVER,
          globalSetup: ["packages/testkit/src/postgres/global-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
