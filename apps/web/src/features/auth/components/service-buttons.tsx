"use client";

import type { SignInOptions } from "@hooklane/contracts";
import { signIn } from "next-auth/react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";

/** Signing in through another service, for those that the installation knows. */
export function ServiceButtons({ services, next }: { services: SignInOptions["services"]; next: string }) {
  const [busy, setBusy] = useState("");
  if (services.length === 0) return null;
  return (
    <div className="mt-4 flex flex-col gap-2 border-t pt-4">
      {services.map(({ id, name }) => (
        <Button
          key={id}
          busy={busy === id}
          onClick={() => {
            setBusy(id);
            void signIn(id, { callbackUrl: next }).catch(() => setBusy(""));
          }}
        >
          Continue with {name}
        </Button>
      ))}
    </div>
  );
}
