"use client";

import { useMutation } from "@tanstack/react-query";
import { DoorOpen } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useApi } from "../../api/index.ts";
import { useVisitChange } from "../hooks/use-visit-change.ts";
import { ReasonForm } from "./reason-form.tsx";

/** Steps into a tenant, once it is said why. */
export function StartVisit({ tenantId, name }: { tenantId: string; name: string }) {
  const api = useApi();
  const start = useMutation(api.support.startVisit.mutationOptions());
  const changeVisit = useVisitChange();
  return (
    <Dialog
      title={`Visit “${name}”`}
      description="For 30 minutes, to read. The workspace's owners see the visit, its reason and what is done during it in their audit log."
      trigger={
        <Button variant="primary">
          <DoorOpen aria-hidden /> Visit workspace
        </Button>
      }
    >
      <ReasonForm
        action="Start visit"
        hint="The owners read it: say what you are looking for."
        hasTicket
        onSubmit={(given) => changeVisit(() => start.mutateAsync({ tenantId, ...given }), `/${tenantId}`)}
      />
    </Dialog>
  );
}
