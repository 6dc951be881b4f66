"use client";

import type { AlertView } from "@hooklane/contracts";
import Link from "next/link";
import { useSession } from "../../session/index.ts";

/** What an alert is about; an endpoint's name leads to it. */
export function AlertSubject({ about }: { about: AlertView["about"] }) {
  const { tenant } = useSession();
  if (about.kind === "workspace") return <>{tenant.name}</>;
  if (about.kind === "host")
    return (
      <>
        Endpoints on <span className="break-all font-mono">{about.host}</span>
      </>
    );
  if (about.deleted) return <span className="break-all text-muted">{about.url} (deleted)</span>;
  return (
    <Link href={`/${tenant.id}/endpoints/${about.id}`} className="break-all underline-offset-4 hover:underline">
      {about.url}
    </Link>
  );
}
