"use client";

import { type AuditEntryView, type AuditParty, auditEntryText } from "@hooklane/contracts";
import { Download, ScrollText } from "lucide-react";
import Link from "next/link";
import { Badge } from "../../../ui/badge.tsx";
import { buttonStyle } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { EmptyState, ErrorState, LoadingState, NoMatchState } from "../../../ui/list-state.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Pagination } from "../../../ui/pagination.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { Time } from "../../../ui/time.tsx";
import { readProblem } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";
import { useAuditLog } from "../hooks/use-audit-log.ts";
import { auditFilter, isAuditFiltered } from "../lib/audit-filters.ts";
import { AuditDetails } from "./audit-details.tsx";
import { AuditFilterBar } from "./audit-filter-bar.tsx";

/** Who changed what in this workspace, and when; on whose behalf; and what was refused. */
export function AuditLog() {
  const { tenant, may } = useSession();
  if (!may("audit:read")) {
    return (
      <>
        <PageHeader title="Audit log" />
        <Notice title="Your role may not read the audit log">Ask an owner or admin of this workspace.</Notice>
      </>
    );
  }
  return <Log tenantId={tenant.id} />;
}

function Log({ tenantId }: { tenantId: string }) {
  const { query, filters, setFilters, clear, first, previous, next } = useAuditLog(tenantId);
  const file = `/api/exports/audit?${new URLSearchParams({ tenantId, ...auditFilter(filters) })}`;
  const rows = query.data?.data ?? [];
  const body = () => {
    if (query.isPending) return <LoadingState label="Reading the audit log" />;
    if (!query.data)
      return (
        <ErrorState title="The audit log could not be read" detail={readProblem(query.error).detail} onRetry={() => query.refetch()} />
      );
    if (rows.length === 0 && isAuditFiltered(filters)) return <NoMatchState title="No entry matches" onClear={clear} />;
    if (rows.length === 0) return <EmptyState icon={ScrollText} title="Nothing has happened yet" />;
    return <Table label="Audit log" columns={columns} rows={rows} keyOf={({ id }) => id} />;
  };
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Every change in this workspace with its author, and what was refused. Nobody can alter it."
        actions={
          <a href={file} download className={buttonStyle({})}>
            <Download aria-hidden /> CSV
          </a>
        }
      />
      <Card flush>
        <AuditFilterBar key={JSON.stringify({ ...filters, cursor: null })} filters={filters} onChange={setFilters} onClear={clear} />
        {body()}
        {rows.length > 0 && (
          <Pagination
            summary={`${rows.length} ${rows.length === 1 ? "entry" : "entries"}`}
            onFirst={first}
            onPrevious={previous}
            onNext={next}
          />
        )}
      </Card>
    </>
  );
}

const kindText: Readonly<Record<string, string>> = {
  alert: "Alert",
  api_key: "API key",
  delivery: "Delivery",
  event: "Event",
  event_type: "Event type",
  invitation: "Invitation",
  job: "Replay",
  operator: "Operator",
  staff: "Support",
  subscription: "Endpoint",
  system: "Hooklane",
  tenant: "Workspace",
  user: "Person",
};

function Party({ party }: { party: AuditParty }) {
  const kind = kindText[party.kind] ?? party.kind.replaceAll("_", " ");
  return (
    <span className="flex min-w-0 flex-col py-1">
      <span className="break-words">{party.name ?? <span className="first-letter:uppercase">{kind}</span>}</span>
      {(party.name || party.id) && (
        <span className="text-muted text-xs">
          {party.name && <span className="first-letter:uppercase">{kind} </span>}
          {!party.name && <code className="break-all font-mono">{party.id}</code>}
        </span>
      )}
    </span>
  );
}

function Author({ entry: { actor, on_behalf_of, visit } }: { entry: AuditEntryView }) {
  return (
    <span className="flex flex-col items-start">
      <Party party={actor} />
      {on_behalf_of && <Badge tone="wait">for {on_behalf_of.name ?? on_behalf_of.id}</Badge>}
      {visit && (
        <Link href={`?visit=${visit}`} className="text-accent text-xs underline underline-offset-2">
          All of this visit
        </Link>
      )}
    </span>
  );
}

const columns: readonly Column<AuditEntryView>[] = [
  { id: "at", header: "When", from: "sm", className: "text-muted", cell: ({ at }) => <Time at={at} /> },
  { id: "actor", header: "Who", from: "sm", className: "max-w-56", cell: (entry) => <Author entry={entry} /> },
  {
    id: "action",
    header: "What",
    className: "max-w-64",
    cell: (entry) => (
      <span className="flex flex-col py-1">
        <span>{auditEntryText(entry)}</span>
        <code className="break-all font-mono text-muted text-xs">{entry.action}</code>
        <span className="flex flex-col items-start text-sm sm:hidden">
          <Author entry={entry} />
          <span className="text-muted text-xs">
            <Time at={entry.at} />
          </span>
        </span>
      </span>
    ),
  },
  { id: "target", header: "On", from: "md", className: "max-w-64", cell: ({ target }) => <Party party={target} /> },
  { id: "details", header: <span className="sr-only">Details</span>, align: "right", cell: (entry) => <AuditDetails entry={entry} /> },
];
