"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { useRouter } from "next/navigation";
import { Button, ButtonLink, type ButtonProps } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toaster.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";

/** Opens the built-in receiver as an endpoint, and goes there; leads there when it is open. Nothing where there is none. */
export function OpenInbox(look: Pick<ButtonProps, "variant" | "size">) {
  const { tenant, may } = useSession();
  const api = useApi();
  const cache = useQueryClient();
  const router = useRouter();
  const open = useMutation(
    api.inbox.open.mutationOptions({
      onSuccess: async () => {
        await Promise.all([api.inbox, api.endpoints].map((part) => cache.invalidateQueries({ queryKey: part.pathKey() })));
        router.push(`/${tenant.id}/inbox`);
        router.refresh(); // from now on the navigation leads there
      },
      onError: (error) => toast.failed("The inbox was not opened", readProblem(error).detail),
    }),
  );
  const inbox = useQuery(api.inbox.get.queryOptions({ tenantId: tenant.id }));
  if (inbox.data?.endpoint_id)
    return (
      <ButtonLink {...look} href={`/${tenant.id}/inbox`}>
        <Inbox aria-hidden /> Open the inbox
      </ButtonLink>
    );
  if (!may("endpoints:write") || !inbox.data?.enabled) return null;
  return (
    <Button {...look} busy={open.isPending} onClick={() => open.mutate({ tenantId: tenant.id })}>
      <Inbox aria-hidden /> Use the built-in inbox
    </Button>
  );
}
