"use client";

import type { JobView } from "@hooklane/contracts";
import { Gauge } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useJobRate } from "../hooks/use-job-rate.ts";
import { rateFormOf, readRate } from "../lib/replay-rate.ts";
import { RateField } from "./rate-field.tsx";

/** Changes how fast a bulk replay goes, while it runs or is paused. */
export function ChangeRate({ tenantId, job }: { tenantId: string; job: JobView }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      title="Rate of this replay"
      description="It is so within a second or two. What is made for the next five seconds already goes as it was to go."
      trigger={
        <Button>
          <Gauge aria-hidden /> Rate
        </Button>
      }
      open={isOpen}
      onOpenChange={setOpen}
    >
      <RateForm tenantId={tenantId} job={job} onDone={() => setOpen(false)} />
    </Dialog>
  );
}

function RateForm({ tenantId, job, onDone }: { tenantId: string; job: JobView; onDone: () => void }) {
  const [form, setForm] = useState(() => rateFormOf(job.max_rate_per_second));
  const [wasAsked, setWasAsked] = useState(false);
  const { setRate, busy } = useJobRate(tenantId, job.id, onDone);
  const read = readRate(form, null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWasAsked(true);
    if (read.ok) setRate(read.maxPerS);
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <RateField value={form} ownPerS={null} error={wasAsked && !read.ok ? read.error : undefined} onChange={setForm} />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={busy}>
          Change the rate
        </Button>
      </div>
    </form>
  );
}
