"use client";

import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { type ReactNode, useState } from "react";
import type { AppRouter } from "../../../server/trpc/router.ts";
import { confirmLink } from "../lib/confirm-link.ts";
import { askToConfirm } from "../lib/confirmation.ts";
import { createQueryClient } from "../lib/create-query-client.ts";

/** Calls in one request at most; the server refuses more. */
const MAX_BATCH_ITEMS = 10;

const context = createTRPCContext<AppRouter>();

/** The procedures of the server, as options for queries and mutations. */
export const useApi = context.useTRPC;

let ofBrowser: QueryClient | undefined;

/** One cache for the browser's life; on the server one per request, or tenants would see each other's data. */
function getQueryClient(): QueryClient {
  if (typeof window === "undefined") return createQueryClient(() => undefined);
  ofBrowser ??= createQueryClient(leaveToSignIn);
  return ofBrowser;
}

/** A whole new page, so that nothing that was read stays in memory. */
function leaveToSignIn(): void {
  const { pathname, search } = window.location;
  window.location.assign(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
}

/** Gives everything inside access to the server's procedures. */
export function ApiProvider({ children }: { children: ReactNode }) {
  const queryClient = getQueryClient();
  const [client] = useState(() =>
    createTRPCClient<AppRouter>({ links: [confirmLink(askToConfirm), httpBatchLink({ url: "/api/trpc", maxItems: MAX_BATCH_ITEMS })] }),
  );
  return (
    <QueryClientProvider client={queryClient}>
      <context.TRPCProvider trpcClient={client} queryClient={queryClient}>
        {children}
      </context.TRPCProvider>
    </QueryClientProvider>
  );
}
