"use client";

import type { TenantHit } from "@hooklane/contracts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { parseAsString, useQueryState } from "nuqs";
import { Badge } from "../../../ui/badge.tsx";
import { Card } from "../../../ui/card.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { NoMatchState } from "../../../ui/list-state.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { RowLink } from "../../../ui/row-link.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { Time } from "../../../ui/time.tsx";
import { useApi } from "../../api/index.ts";
import { ReadState } from "./read-state.tsx";

const TYPING_MS = 250;

/** Finds a workspace by whatever a customer names. */
export function TenantSearchPage() {
  const api = useApi();
  const [text, setText] = useQueryState("q", parseAsString.withDefault("").withOptions({ throttleMs: TYPING_MS, clearOnDefault: true }));
  const query = useQuery(api.support.searchTenants.queryOptions({ text }, { placeholderData: keepPreviousData }));
  return (
    <>
      <PageHeader title="Workspaces" description="Find the workspace that a customer writes about, then look or visit." />
      <Field
        label="Search"
        hint="A name, an e-mail address, the beginning of an API key, or any id: of a delivery, event, endpoint, key, job, user or workspace."
      >
        {(control) => (
          <Input
            {...control}
            type="search"
            className="max-w-xl"
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => void setText(event.target.value)}
          />
        )}
      </Field>
      <ReadState query={query} what="The workspaces">
        {({ taken_for, tenants }) => (
          <Card flush title={taken_for === "newest" ? "Newest workspaces" : `By ${taken_for}`}>
            {tenants.length > 0 ? (
              <Table label="Workspaces" columns={columns} rows={tenants} keyOf={({ id }) => id} />
            ) : (
              <NoMatchState title="No workspace is named by this" onClear={() => void setText("")} />
            )}
          </Card>
        )}
      </ReadState>
    </>
  );
}

const columns: Column<TenantHit>[] = [
  {
    id: "name",
    header: "Workspace",
    cell: ({ id, name, kind }) => (
      <span className="flex flex-col py-1">
        <span className="flex items-center gap-2">
          <RowLink href={`/support/tenants/${id}`}>{name}</RowLink>
          {kind === "platform" && <Badge tone="live">platform</Badge>}
        </span>
        <code className="break-all font-mono text-muted text-xs">{id}</code>
      </span>
    ),
  },
  { id: "owner", header: "Owner", from: "md", cell: ({ owner_email }) => owner_email ?? "nobody" },
  { id: "plan", header: "Plan", cell: ({ plan }) => <Badge>{plan}</Badge> },
  { id: "created", header: "Created", from: "sm", className: "text-muted", cell: ({ created_at }) => <Time at={created_at} /> },
];
