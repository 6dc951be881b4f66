"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../../ui/toaster.tsx";
import { readProblem, useApi } from "../../api/index.ts";

/** Changes the rate of a bulk replay. */
export function useJobRate(tenantId: string, jobId: string, onDone: () => void) {
  const api = useApi();
  const cache = useQueryClient();
  const mutation = useMutation(
    api.jobs.setRate.mutationOptions({
      onSuccess: async () => {
        onDone();
        await cache.invalidateQueries({ queryKey: api.jobs.get.queryKey({ tenantId, jobId }) });
      },
      onError: (error) => toast.failed("The rate was not changed", readProblem(error).detail),
    }),
  );
  return {
    setRate: (maxPerS: number | null) => mutation.mutate({ tenantId, jobId, max_rate_per_second: maxPerS }),
    busy: mutation.isPending,
  };
}
