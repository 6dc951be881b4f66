"use client";

import { DEFAULT_GRACE_SECONDS, MAX_GRACE_SECONDS } from "@hooklane/contracts";
import { useMutation } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Select } from "../../../ui/select.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";

const HOUR_S = 3_600;
const overlaps = [
  { seconds: MAX_GRACE_SECONDS, label: "7 days" },
  { seconds: 3 * 24 * HOUR_S, label: "3 days" },
  { seconds: DEFAULT_GRACE_SECONDS, label: "24 hours" },
  { seconds: HOUR_S, label: "1 hour" },
  { seconds: 0, label: "None: the present secret ends now" },
];

/** Makes a new secret; the present one signs beside it for a while, so that receivers can be changed without losing a delivery. */
export function RotateSecret({ endpointId, onRotated }: { endpointId: string; onRotated: () => Promise<void> }) {
  const { tenant } = useSession();
  const api = useApi();
  const [open, setOpen] = useState(false);
  const [graceSeconds, setGraceSeconds] = useState(DEFAULT_GRACE_SECONDS);
  const rotate = useMutation(api.secrets.rotate.mutationOptions({ onSuccess: onRotated }));
  return (
    <Dialog
      title={rotate.data ? "The new secret" : "Rotate the secret"}
      description={
        rotate.data
          ? "It signs every attempt from now on, of what waits already too."
          : "A new secret signs from now on, what waits already too, with its next attempt; the present one signs beside it for the overlap."
      }
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) rotate.reset();
      }}
      trigger={
        <Button>
          <RotateCw aria-hidden /> Rotate
        </Button>
      }
    >
      {rotate.data ? (
        <div className="flex flex-col gap-4">
          <CodeBlock code={rotate.data.secret ?? ""} what="new signing secret" wrap />
          <div className="flex justify-end">
            <Button variant="primary" onClick={() => setOpen(false)}>
              Done
            </Button>
          </div>
        </div>
      ) : (
        <div className="flex flex-col gap-4">
          <Field label="Overlap" hint="Time to change what the receiver checks with.">
            {(control) => (
              <Select {...control} value={graceSeconds} onChange={(event) => setGraceSeconds(Number(event.target.value))}>
                {overlaps.map(({ seconds, label }) => (
                  <option key={seconds} value={seconds}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {rotate.error && <Notice tone="bad" title={readProblem(rotate.error).detail} />}
          <div className="flex justify-end gap-2">
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button
              variant="primary"
              busy={rotate.isPending}
              onClick={() => rotate.mutate({ tenantId: tenant.id, endpointId, grace_seconds: graceSeconds })}
            >
              Rotate secret
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
