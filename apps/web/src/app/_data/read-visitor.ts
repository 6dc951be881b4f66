import type { MeView } from "@hooklane/contracts";
import { headers } from "next/headers";
import { cache } from "react";
import { pageData } from "./page-data.ts";

/** Who looks at this page, if it is one of the support staff on a visit; undefined for everybody else, and while nothing can be read. */
export const readVisitor = cache(async (): Promise<(MeView & { visit: NonNullable<MeView["visit"]> }) | undefined> => {
  await headers(); // no page is made before there is a request
  const { api, queryClient } = pageData();
  // What fails here fails for the page too, which says so
  const me = await queryClient.fetchQuery(api.me.get.queryOptions()).catch(() => undefined);
  return me?.visit ? { ...me, visit: me.visit } : undefined;
});
