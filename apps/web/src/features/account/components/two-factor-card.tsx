"use client";

import type { AccountView } from "@hooklane/contracts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CircleOff } from "lucide-react";
import { useState } from "react";
import { Status } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Time } from "../../../ui/time.tsx";
import { toast } from "../../../ui/toaster.tsx";
import { useApi } from "../../api/index.ts";
import { PasswordGate } from "./password-gate.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { TwoFactorSetup } from "./two-factor-setup.tsx";

/** A code of an authenticator app beside the password: on, off, and the codes for who loses the app. */
export function TwoFactorCard({ account }: { account: AccountView }) {
  const [codes, setCodes] = useState<readonly string[]>();
  const { two_factor } = account;
  return (
    <Card
      title="Two-factor sign-in"
      description="A code of an authenticator app, besides the password."
      actions={
        two_factor ? (
          <Status tone="good" icon={CircleCheck}>
            On
          </Status>
        ) : (
          <Status tone="quiet" icon={CircleOff}>
            Off
          </Status>
        )
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
      ) : two_factor ? (
        <TwoFactorOn enabledAt={two_factor.enabled_at} left={two_factor.recovery_codes_left} onCodes={setCodes} />
      ) : (
        <TwoFactorSetup onEnabled={setCodes} />
      )}
    </Card>
  );
}

function TwoFactorOn({ enabledAt, left, onCodes }: { enabledAt: string; left: number; onCodes: (codes: readonly string[]) => void }) {
  const api = useApi();
  const cache = useQueryClient();
  const renew = useMutation(api.twoFactor.renewCodes.mutationOptions());
  const disable = useMutation(api.twoFactor.disable.mutationOptions());
  const refresh = () => cache.invalidateQueries(api.account.pathFilter());
  return (
    <div className="flex flex-col gap-4">
      <p>
        On since <Time at={enabledAt} />. {left} of your recovery codes {left === 1 ? "is" : "are"} left.
      </p>
      <div className="flex flex-wrap gap-2">
        <PasswordGate
          title="New recovery codes?"
          description="The codes that you have are void then."
          action="Make new codes"
          trigger={<Button>New recovery codes</Button>}
          onProved={async (current_password) => {
            onCodes((await renew.mutateAsync({ current_password })).recovery_codes);
            await refresh();
          }}
        />
        <PasswordGate
          title="Turn two-factor off?"
          description="The password alone signs in then."
          action="Turn off"
          tone="danger"
          trigger={<Button className="text-bad">Turn off</Button>}
          onProved={async (current_password) => {
            await disable.mutateAsync({ current_password });
            await refresh();
            toast.done("Two-factor is off.");
          }}
        />
      </div>
    </div>
  );
}
