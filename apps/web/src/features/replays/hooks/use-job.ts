"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../../ui/toaster.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { isMoving } from "../lib/job-text.ts";

const WATCH_MS = 1_000;

/** A bulk replay, watched while its numbers move. */
export function useJob(tenantId: string, jobId: string) {
  const api = useApi();
  return useQuery(
    api.jobs.get.queryOptions(
      { tenantId, jobId },
      { refetchInterval: (query) => (query.state.data && !isMoving(query.state.data) ? false : WATCH_MS) },
    ),
  );
}

/** Pauses, resumes and cancels a bulk replay. */
export function useJobChange(tenantId: string, jobId: string) {
  const api = useApi();
  const cache = useQueryClient();
  const input = { tenantId, jobId };
  const options = {
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: api.jobs.get.queryKey(input) });
    },
    onError: (error: unknown) => toast.failed("Nothing was changed", readProblem(error).detail),
  };
  const pause = useMutation(api.jobs.pause.mutationOptions(options));
  const resume = useMutation(api.jobs.resume.mutationOptions(options));
  const cancel = useMutation(api.jobs.cancel.mutationOptions(options));
  return {
    pause: () => pause.mutate(input),
    resume: () => resume.mutate(input),
    cancel: () => cancel.mutateAsync(input),
    busy: pause.isPending || resume.isPending || cancel.isPending,
  };
}
