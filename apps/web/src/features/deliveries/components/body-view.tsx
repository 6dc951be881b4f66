import { CodeBlock } from "../../../ui/code-block.tsx";
import { JsonViewer } from "../../../ui/json-viewer.tsx";
import { readJsonTree } from "../../../ui/lib/json-tree.ts";
import { Tabs } from "../../../ui/tabs.tsx";

/** Raw text beyond this is not put into the page; it can still be copied whole. */
const MAX_SHOWN_CHARACTERS = 32_768;

interface BodyViewProps {
  body: string;
  what: string;
  /** Only its beginning was kept. */
  truncated?: boolean;
  /** It is no UTF-8, so the text shown is not exact. */
  binary?: boolean;
}

/** A body, as a tree when it is JSON and as it is; never interpreted. */
export function BodyView({ body, what, truncated = false, binary = false }: BodyViewProps) {
  if (body === "") return <p className="text-muted text-sm">The body is empty.</p>;
  const shown = body.slice(0, MAX_SHOWN_CHARACTERS);
  const raw = <CodeBlock code={shown} what={what} wrap />;
  return (
    <div className="flex flex-col gap-2">
      {readJsonTree(body).ok ? (
        <Tabs
          label={`Forms of the ${what}`}
          tabs={[
            { value: "tree", label: "Tree", content: <JsonViewer json={body} what={what} /> },
            { value: "raw", label: "Raw", content: raw },
          ]}
        />
      ) : (
        raw
      )}
      {truncated && <p className="text-sm text-wait">Only the beginning of this body was kept.</p>}
      {binary && <p className="text-sm text-wait">This body is no UTF-8 text; what cannot be shown is replaced.</p>}
      {shown.length < body.length && <p className="text-sm text-wait">The raw text is shown up to {MAX_SHOWN_CHARACTERS} characters.</p>}
    </div>
  );
}
