import { type FetchQueryOptions, QueryClient, type QueryKey } from "@tanstack/react-query";
import { TRPCError } from "@trpc/server";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { pageContext } from "../../server/trpc/page-context.ts";
import { appRouter } from "../../server/trpc/router.ts";

/** The procedures that a page asks, and what they answered: shared by the layouts and the page of one request, handed to the browser by Hydrated. */
export const pageData = cache(() => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return { queryClient, api: createTRPCOptionsProxy({ router: appRouter, ctx: pageContext, queryClient }) };
});

/**
 * Reads what a page cannot do without. Who is not signed in goes to sign in; what does not exist, or belongs to another tenant, is a page that
 * does not exist. Must run outside a loading boundary, or the status was sent already.
 */
export async function readOrLeave<Data, Key extends QueryKey, Fault>(options: FetchQueryOptions<Data, Fault, Data, Key>): Promise<Data> {
  try {
    return await pageData().queryClient.fetchQuery(options);
  } catch (error) {
    const code = error instanceof TRPCError ? error.code : undefined;
    if (code === "NOT_FOUND") notFound();
    if (code === "UNAUTHORIZED") redirect(`/sign-in?next=${encodeURIComponent(await askedPath())}`);
    throw error;
  }
}

/** Path and query that were asked for, without what the framework adds when it fetches a page in the background. */
async function askedPath(): Promise<string> {
  const url = new URL((await headers()).get("x-hooklane-path") ?? "/", "http://path.invalid");
  url.searchParams.delete("_rsc");
  return `${url.pathname}${url.search}`;
}
