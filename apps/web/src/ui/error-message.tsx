"use client";

import { useEffect, useState } from "react";
import { MessagePage } from "./message-page.tsx";

/** Says that something failed, and under which id the operator finds it in the log; never what. */
export function ErrorMessage({ retry }: { retry: () => void }) {
  const [requestId, setRequestId] = useState("");
  useEffect(() => setRequestId(document.documentElement.dataset.requestId ?? ""), []);
  return (
    <MessagePage title="Something went wrong on our side">
      <p>It is not your doing. Try again; if it stays so, tell the operator{requestId ? " this id:" : "."}</p>
      {requestId && <p className="mt-2 font-mono text-sm">{requestId}</p>}
      <button
        type="button"
        onClick={retry}
        className="mt-6 rounded-md bg-slate-900 px-4 py-2 font-medium text-white hover:bg-slate-700 dark:bg-slate-100 dark:text-slate-900 dark:hover:bg-slate-300"
      >
        Try again
      </button>
    </MessagePage>
  );
}
