import { CodeBlock } from "../../../ui/code-block.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { verifySnippets } from "../lib/verify-snippets.ts";

/** How a receiver checks what arrives, by language. */
export function VerifySnippets() {
  return (
    <Tabs
      label="Language"
      tabs={verifySnippets.map(({ language, code }) => ({
        value: language,
        label: language,
        content: <CodeBlock code={code} what={`how to verify: ${language}`} />,
      }))}
    />
  );
}
