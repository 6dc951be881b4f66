import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { dashboardModule, renderDashboardModule } from "./dashboard-module.ts";
import { languages } from "./languages.ts";

const root = path.join(import.meta.dirname, "../../..");

test("the dashboard shows the snippets that are tested here; node scripts/generate-snippets.ts writes them anew", () => {
  expect(readFileSync(path.join(root, dashboardModule), "utf8")).toBe(renderDashboardModule());
});

test("what the module says is the text of each file, whatever characters it has", async () => {
  const { verifySnippets } = await import(path.join(root, dashboardModule));
  expect(verifySnippets).toEqual(
    languages.map(({ name, folder, file }) => ({
      language: name,
      code: readFileSync(path.join(import.meta.dirname, folder, file), "utf8").trimEnd(),
    })),
  );
});
