import { readFileSync } from "node:fs";
import path from "node:path";
import { languages } from "./languages.ts";

/** Where the dashboard takes the snippets from, seen from the root of the repository. */
export const dashboardModule = "apps/web/src/features/endpoints/lib/verify-snippets.ts";

/** The source of that module: the files of this folder as texts, since a page in the browser reads no files. */
export function renderDashboardModule(): string {
  const entries = languages.map(({ name, folder, file }) => {
    const code = readFileSync(path.join(import.meta.dirname, folder, file), "utf8").trimEnd();
    return `  {\n    language: ${JSON.stringify(name)},\n    code: \`${code.replace(/[\\`]|\$\{/g, "\\$&")}\`,\n  },\n`;
  });
  return `// Written by scripts/generate-snippets.ts from packages/sdk/snippets, where tests run these texts.

/** How a receiver checks a signature, by language. */
export const verifySnippets = [
${entries.join("")}] as const;
`;
}
