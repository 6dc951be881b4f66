import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { readProblem } from "./read-problem.ts";

/** What the server rendered is not asked for again at once. */
const STALE_MS = 5_000;
const MAX_RETRIES = 2;

/**
 * A cache of answers. Refusals are not retried: asking again changes nothing.
 * @param onSignedOut called when a call is refused because the session has ended
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (readProblem(error).isSignedOut) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        retry: (failures, error) => failures < MAX_RETRIES && readProblem(error).isOurs,
      },
    },
  });
}
