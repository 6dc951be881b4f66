"use client";

import { useMutation } from "@tanstack/react-query";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useApi } from "../../api/index.ts";
import { useVisitChange } from "../hooks/use-visit-change.ts";
import { ReasonForm } from "./reason-form.tsx";

/** Lets a visit make changes, with a reason of its own. */
export function ElevateVisit({ tenantId }: { tenantId: string }) {
  const api = useApi();
  const elevate = useMutation(api.support.elevateVisit.mutationOptions());
  const changeVisit = useVisitChange();
  return (
    <Dialog
      title="Elevate the visit"
      description="From then on you may pause, resume, enable and edit endpoints, send tests and replay, for as long as the visit lasts. Secrets, keys and members stay out of reach."
      trigger={<Button size="small">Elevate…</Button>}
    >
      <ReasonForm
        action="Elevate"
        hint="The owners read it: say what has to be changed."
        onSubmit={({ reason }) => changeVisit(() => elevate.mutateAsync({ reason }), `/${tenantId}`)}
      />
    </Dialog>
  );
}
