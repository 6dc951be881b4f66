"use client";

import { useQueryClient } from "@tanstack/react-query";

/**
 * Makes a change of the visit, then opens a page as a whole: what was read under the identity before does not stay in memory. What is being read is given up first,
 * since the session's id changes under it.
 */
export function useVisitChange(): (change: () => Promise<unknown>, to: string) => Promise<void> {
  const cache = useQueryClient();
  return async (change, to) => {
    await cache.cancelQueries();
    await change();
    window.location.assign(to);
  };
}
