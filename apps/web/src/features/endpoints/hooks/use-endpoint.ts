"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../../ui/toaster.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";

/** Each answer asks the owner for the next: what is shown is about so old. */
const HEALTH_MS = 2_500;

/** One endpoint of this workspace. */
export function useEndpoint(endpointId: string) {
  const { tenant } = useSession();
  const api = useApi();
  return useQuery(api.endpoints.get.queryOptions({ tenantId: tenant.id, endpointId }));
}

/** How one endpoint does, kept up to date. */
export function useEndpointHealth(endpointId: string) {
  const { tenant } = useSession();
  const api = useApi();
  return useQuery(api.endpoints.health.queryOptions({ tenantId: tenant.id, endpointId }, { refetchInterval: HEALTH_MS }));
}

/** Makes everything that shows endpoints read them again. */
export function useRefreshEndpoints(): () => Promise<void> {
  const api = useApi();
  const cache = useQueryClient();
  return () => cache.invalidateQueries(api.endpoints.pathFilter());
}

/** Pauses, resumes or enables an endpoint, and says so. */
export function useEndpointState(endpointId: string) {
  const { tenant } = useSession();
  const api = useApi();
  const refresh = useRefreshEndpoints();
  const input = { tenantId: tenant.id, endpointId };
  const settled = (done: string) => ({
    onSuccess: async () => {
      await refresh();
      toast.done(done);
    },
    onError: (error: unknown) => toast.failed("The endpoint was not changed", readProblem(error).detail),
  });
  const pause = useMutation(
    api.endpoints.pause.mutationOptions(settled("Paused: what waits and what comes is held, and its deadlines run.")),
  );
  const resume = useMutation(
    api.endpoints.resume.mutationOptions(settled("Resumed: what waited goes out, to the URL and with the secrets of now.")),
  );
  const enable = useMutation(api.endpoints.enable.mutationOptions(settled("Enabled: new events are delivered again.")));
  return {
    pause: () => pause.mutate(input),
    resume: () => resume.mutate(input),
    enable: () => enable.mutate(input),
    busy: pause.isPending || resume.isPending || enable.isPending,
  };
}
