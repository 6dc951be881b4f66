"use client";

import { type AuditEntryView, auditEntryText } from "@hooklane/contracts";
import { Button } from "../../../ui/button.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { KeyValue } from "../../../ui/key-value.tsx";
import { Time } from "../../../ui/time.tsx";

/** All that an entry says: before and after, and the request that it was part of. */
export function AuditDetails({ entry }: { entry: AuditEntryView }) {
  const { at, actor, on_behalf_of, action, target, before, after, request_id, id } = entry;
  const text = auditEntryText(entry);
  return (
    <Dialog
      title={text}
      trigger={
        <Button size="small" aria-label={`Details of: ${text}`}>
          Details
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <KeyValue
          items={[
            ["When", <Time key="at" at={at} exact />],
            ["Who", [actor.name, actor.id ?? actor.kind].filter(Boolean).join(" · ")],
            ...(on_behalf_of ? [["On behalf of", on_behalf_of.name ?? on_behalf_of.id] as const] : []),
            [
              "Action",
              <code key="action" className="font-mono text-xs">
                {action}
              </code>,
            ],
            ["On", [target.name, target.id ?? target.kind].filter(Boolean).join(" · ")],
            [
              "Request",
              <code key="request" className="break-all font-mono text-xs">
                {request_id ?? "none"}
              </code>,
            ],
            [
              "Entry",
              <code key="id" className="break-all font-mono text-xs">
                {id}
              </code>,
            ],
          ]}
        />
        {before && <Shown what="Before" value={before} />}
        {after && <Shown what="After" value={after} />}
      </div>
    </Dialog>
  );
}

function Shown({ what, value }: { what: string; value: Record<string, unknown> }) {
  return (
    <div>
      <p className="mb-1.5 font-medium text-sm">{what}</p>
      <CodeBlock code={JSON.stringify(value, null, 2)} what={what.toLowerCase()} wrap />
    </div>
  );
}
