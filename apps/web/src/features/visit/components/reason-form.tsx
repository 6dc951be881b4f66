"use client";

import { type FormEvent, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Textarea } from "../../../ui/textarea.tsx";
import { readProblem } from "../../api/index.ts";

interface ReasonFormProps {
  action: string;
  hint: string;
  /** Whether it also asks for the ticket. */
  hasTicket?: boolean;
  /** Resolves when the page is being left; a rejection is shown. */
  onSubmit: (given: { reason: string; ticket: string }) => Promise<void>;
}

/** Asks why, which the visited workspace will read. */
export function ReasonForm({ action, hint, hasTicket = false, onSubmit }: ReasonFormProps) {
  const [reason, setReason] = useState("");
  const [ticket, setTicket] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ReturnType<typeof readProblem>>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await onSubmit({ reason, ticket });
    } catch (error) {
      setProblem(readProblem(error));
      setBusy(false);
    }
  };
  const fields = problem?.fieldErrors ?? {};
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {problem && Object.keys(fields).length === 0 && (
        <div role="alert">
          <Notice tone="bad" title={problem.detail} />
        </div>
      )}
      <Field label="Reason" hint={hint} error={fields.reason}>
        {(control) => <Textarea {...control} autoFocus value={reason} onChange={(event) => setReason(event.target.value)} />}
      </Field>
      {hasTicket && (
        <Field label="Ticket" hint="Number or link, if there is one." error={fields.ticket}>
          {(control) => <Input {...control} autoComplete="off" value={ticket} onChange={(event) => setTicket(event.target.value)} />}
        </Field>
      )}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={busy}>
          {action}
        </Button>
      </div>
    </form>
  );
}
