"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { useRouter } from "next/navigation";
import { Button, type ButtonProps } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toaster.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";

/** Opens the built-in receiver as an endpoint, and goes there. */
export function OpenInbox(props: Omit<ButtonProps, "onClick" | "children">) {
  const { tenant, may } = useSession();
  const api = useApi();
  const cache = useQueryClient();
  const router = useRouter();
  const open = useMutation(
    api.inbox.open.mutationOptions({
      onSuccess: async () => {
        await Promise.all([api.inbox, api.endpoints].map((part) => cache.invalidateQueries({ queryKey: part.pathKey() })));
        router.push(`/${tenant.id}/inbox`);
      },
      onError: (error) => toast.failed("The inbox was not opened", readProblem(error).detail),
    }),
  );
  if (!may("endpoints:write")) return null;
  return (
    <Button {...props} busy={open.isPending} onClick={() => open.mutate({ tenantId: tenant.id })}>
      <Inbox aria-hidden /> Use the built-in inbox
    </Button>
  );
}
