import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { pageData } from "./page-data.ts";

/** Hands to the browser what the server read for this page, so that it is not asked for again. */
export function Hydrated({ children }: { children: ReactNode }) {
  return <HydrationBoundary state={dehydrate(pageData().queryClient)}>{children}</HydrationBoundary>;
}
