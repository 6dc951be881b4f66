"use client";

import type { ExplainedDeliveryView, ExplainedGate } from "@hooklane/contracts";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import Link from "next/link";
import { parseAsString, useQueryState } from "nuqs";
import { type FormEvent, useState } from "react";
import { Badge, Status } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { KeyValue } from "../../../ui/key-value.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { Time } from "../../../ui/time.tsx";
import { useApi } from "../../api/index.ts";
import { ReadState } from "./read-state.tsx";

const REFRESH_MS = 5_000;

/** Why a delivery waits: what each policy says of it. */
export function ExplainPage() {
  const [delivery, setDelivery] = useQueryState(
    "delivery",
    parseAsString.withDefault("").withOptions({ history: "push", clearOnDefault: true }),
  );
  const [text, setText] = useState(delivery);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void setDelivery(text.trim());
  };
  return (
    <>
      <PageHeader title="Explain a delivery" description="Every policy in the order in which a worker asks it, judged on what is stored." />
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <Field label="Delivery" className="min-w-60 max-w-xl flex-1">
          {(control) => (
            <Input
              {...control}
              className="font-mono text-sm"
              placeholder="dlv_…"
              autoComplete="off"
              spellCheck={false}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" variant="primary">
          Explain
        </Button>
      </form>
      {delivery && <Explanation key={delivery} deliveryId={delivery} />}
    </>
  );
}

function Explanation({ deliveryId }: { deliveryId: string }) {
  const api = useApi();
  const query = useQuery(api.support.explain.queryOptions({ deliveryId }, { refetchInterval: REFRESH_MS }));
  return (
    <ReadState query={query} what="The delivery">
      {(explained) => (
        <>
          <Card title={explained.summary}>
            <Facts explained={explained} />
          </Card>
          {explained.gates.length > 0 && (
            <Card flush title="Admission" description="The first that refuses is the reason.">
              <Table label="Policies in order" columns={gateColumns} rows={explained.gates} keyOf={({ gate }) => gate} />
            </Card>
          )}
        </>
      )}
    </ReadState>
  );
}

function Facts({ explained: { delivery, tenant, endpoint, last_refusal, observed_at, owned } }: { explained: ExplainedDeliveryView }) {
  const isPending = delivery.state === "pending";
  return (
    <KeyValue
      items={[
        ["State", <Badge key="state">{delivery.state}</Badge>],
        ["Attempt", `${delivery.attempt}, class ${delivery.class}`],
        ...(isPending ? [["Due", <Time key="due" at={delivery.next_attempt_at} />] as const] : []),
        ["Deadline", <Time key="deadline" at={delivery.deadline_at} />],
        ...(delivery.last_error || delivery.last_status
          ? [["Last outcome", `${delivery.last_status ?? ""} ${delivery.last_error ?? ""}`.trim()] as const]
          : []),
        [
          "Workspace",
          <Link key="tenant" href={`/support/tenants/${tenant.id}`} className="underline underline-offset-4">
            {tenant.name}
          </Link>,
        ],
        ["Endpoint", `${endpoint.url} (${endpoint.state})`],
        ["Owner's last answer", last_refusal ? last_refusal.reason : "nothing refused"],
        ["Lane observed", observed_at ? <Time key="observed" at={observed_at} /> : "never"],
        ["Shard", owned ? "owned by a live worker" : "owned by no live worker"],
      ]}
    />
  );
}

const gateColumns: Column<ExplainedGate>[] = [
  { id: "gate", header: "Policy", cell: ({ gate }) => <code className="font-mono">{gate}</code> },
  {
    id: "verdict",
    header: "Verdict",
    cell: ({ passes, reason }) =>
      passes ? (
        <Status tone="good" icon={CircleCheck}>
          Passes
        </Status>
      ) : (
        <Status tone="bad" icon={CircleX}>
          {reason}
        </Status>
      ),
  },
  { id: "numbers", header: "Numbers", className: "break-words", cell: ({ numbers }) => numbers },
  {
    id: "until",
    header: "Until",
    from: "sm",
    className: "text-muted",
    cell: ({ passes, until, ended_by }) => (passes ? "" : until ? <Time at={until} /> : ended_by?.replaceAll("_", " ")),
  },
];
