"use client";

import Link from "next/link";
import { Notice } from "../../../ui/notice.tsx";
import { Time } from "../../../ui/time.tsx";
import { useSession } from "./session-provider.tsx";

/** Says on every page of a workspace that it is to be deleted. */
export function DeletionNotice() {
  const { tenant, may } = useSession();
  if (tenant.delete_at === null) return null;
  return (
    <Notice
      tone="bad"
      title={
        <>
          This workspace will be deleted <Time at={tenant.delete_at} />
        </>
      }
      action={
        may("workspace:delete") && (
          <Link href={`/${tenant.id}/settings`} className="underline underline-offset-4">
            Keep it
          </Link>
        )
      }
    >
      Its keys are refused and its endpoints are paused: nothing is accepted or sent.
    </Notice>
  );
}
