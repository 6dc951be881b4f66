"use client";

import type { MailState, OutboxMail, OutboxMailText } from "@hooklane/contracts";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, Clock, MailOpen } from "lucide-react";
import { parseAsString, useQueryState } from "nuqs";
import { Status } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { Time } from "../../../ui/time.tsx";
import { toast } from "../../../ui/toaster.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { ReadState } from "./read-state.tsx";

const REFRESH_MS = 10_000;
const TYPING_MS = 250;

/** The mails of this installation: those that left, and those that wait for a mail server. */
export function OutboxPage({ sendsMail }: { sendsMail: boolean }) {
  const api = useApi();
  const [recipient, setRecipient] = useQueryState(
    "to",
    parseAsString.withDefault("").withOptions({ throttleMs: TYPING_MS, clearOnDefault: true }),
  );
  const query = useQuery(
    api.support.outbox.queryOptions({ recipient }, { refetchInterval: REFRESH_MS, placeholderData: keepPreviousData }),
  );
  return (
    <>
      <PageHeader
        title="Mail"
        description={
          sendsMail
            ? "Mails leave by the configured mail server. Their texts are deleted once they are sent."
            : "No mail server is configured: mails stay here, and you hand on what people wait for."
        }
      />
      <Field label="To" hint="A part of the address.">
        {(control) => (
          <Input
            {...control}
            type="search"
            className="max-w-xl"
            autoComplete="off"
            spellCheck={false}
            value={recipient}
            onChange={(event) => void setRecipient(event.target.value)}
          />
        )}
      </Field>
      <ReadState query={query} what="The mails">
        {(mails) => (
          <Card flush title="Newest mails">
            {mails.length > 0 ? (
              <Table label="Mails" columns={columns} rows={mails} keyOf={({ id }) => id} />
            ) : (
              <p className="p-4 text-muted">No mail{recipient && " to such an address"}.</p>
            )}
          </Card>
        )}
      </ReadState>
    </>
  );
}

const states: Record<MailState, { tone: "good" | "bad" | "wait"; icon: typeof Clock; label: string }> = {
  sent: { tone: "good", icon: CircleCheck, label: "Sent" },
  failed: { tone: "bad", icon: CircleX, label: "Failed" },
  waiting: { tone: "wait", icon: Clock, label: "Waits" },
};

const columns: Column<OutboxMail>[] = [
  {
    id: "mail",
    header: "Mail",
    cell: ({ subject, to, error }) => (
      <span className="flex flex-col py-1">
        <span className="break-words font-medium">{subject}</span>
        <span className="break-all text-muted text-xs">{to}</span>
        {error && <span className="break-words text-bad text-xs">{error}</span>}
      </span>
    ),
  },
  { id: "kind", header: "Kind", from: "md", cell: ({ kind }) => <code className="font-mono text-xs">{kind}</code> },
  {
    id: "state",
    header: "State",
    cell: ({ state }) => {
      const { tone, icon, label } = states[state];
      return (
        <Status tone={tone} icon={icon}>
          {label}
        </Status>
      );
    },
  },
  { id: "created", header: "Created", from: "sm", className: "text-muted", cell: ({ created_at }) => <Time at={created_at} /> },
  { id: "read", header: <span className="sr-only">Actions</span>, align: "right", cell: (mail) => <ReadMail mail={mail} /> },
];

/** Each look is recorded, so a mail is read when it is asked for and not before. */
function ReadMail({ mail }: { mail: OutboxMail }) {
  const api = useApi();
  const read = useMutation(
    api.support.readMail.mutationOptions({ onError: (error) => toast.failed("The mail was not read", readProblem(error).detail) }),
  );
  return (
    <>
      <Button
        size="small"
        busy={read.isPending}
        aria-label={`Read the mail “${mail.subject}” to ${mail.to}`}
        onClick={() => read.mutate({ id: mail.id })}
      >
        <MailOpen aria-hidden /> Read
      </Button>
      <Dialog
        title={mail.subject}
        description={`To ${mail.to}`}
        open={read.data !== undefined}
        onOpenChange={(open) => !open && read.reset()}
      >
        {read.data && <MailText mail={read.data} />}
      </Dialog>
    </>
  );
}

/** As text, its HTML too: nothing of a mail is ever shown as a page. */
function MailText({ mail: { text, html, state } }: { mail: OutboxMailText }) {
  if (text === null)
    return <p className="text-muted">{state === "sent" ? "It was sent, and its text deleted." : "Its link is for its recipient alone."}</p>;
  return (
    <div className="flex flex-col gap-4">
      <CodeBlock code={text} what="text of the mail" wrap />
      {html !== null && (
        <details>
          <summary className="cursor-pointer font-medium text-sm">HTML, as source</summary>
          <CodeBlock code={html} what="HTML of the mail" className="mt-2" wrap />
        </details>
      )}
    </div>
  );
}
