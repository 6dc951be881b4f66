"use client";

import { Button } from "../../../ui/button.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { Notice } from "../../../ui/notice.tsx";

/** Shown once. In groups of four, which are read back with or without the dashes. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="wait" title="Keep these recovery codes now">
        Each signs in once when you do not have the app. They are kept as hashes only, so they cannot be shown again.
      </Notice>
      <CodeBlock code={codes.map((code) => code.replace(/(.{4})(?=.)/g, "$1-")).join("\n")} what="recovery codes" />
      <div>
        <Button variant="primary" onClick={onDone}>
          I have kept them
        </Button>
      </div>
    </div>
  );
}
