"use client";

import { useEffect, useState } from "react";
import { Button } from "./button.tsx";
import { MessagePage } from "./message-page.tsx";

/** Says that something failed, and under which id the operator finds it in the log; never what. */
export function ErrorMessage({ retry }: { retry: () => void }) {
  const [requestId, setRequestId] = useState("");
  useEffect(() => setRequestId(document.documentElement.dataset.requestId ?? ""), []);
  return (
    <MessagePage title="Something went wrong on our side">
      <p>It is not your doing. Try again; if it stays so, tell the operator{requestId ? " this id:" : "."}</p>
      {requestId && <p className="mt-2 break-all font-mono text-ink text-sm">{requestId}</p>}
      <Button variant="primary" className="mt-6" onClick={retry}>
        Try again
      </Button>
    </MessagePage>
  );
}
