"use client";

import { useEffect, useState } from "react";
import { Card } from "../../../ui/card.tsx";
import { ErrorState } from "../../../ui/list-state.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";

/** Within a workspace: the navigation stays. */
export default function WorkspaceError({ retry }: { error: unknown; retry: () => void }) {
  const [requestId, setRequestId] = useState("");
  useEffect(() => setRequestId(document.documentElement.dataset.requestId ?? ""), []);
  return (
    <>
      <PageHeader title="Something went wrong on our side" />
      <Card>
        <ErrorState
          title="This page could not be shown"
          detail={requestId ? `If it stays so, tell the operator this id: ${requestId}` : "Try again in a moment."}
          onRetry={retry}
        />
      </Card>
    </>
  );
}
