"use client";

import type { MeView } from "@hooklane/contracts";
import { Building2, CircleUser, LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { AppShell } from "../../../ui/app-shell.tsx";
import { Button } from "../../../ui/button.tsx";
import { leaveSession, UnconfirmedNotice } from "../../session/index.ts";

/** Around the pages of an account, which lie outside every workspace. */
export function AccountShell({ me, children }: { me: MeView; children: ReactNode }) {
  return (
    <AppShell
      home="/"
      nav={[
        { href: "/account", label: "Your account", icon: CircleUser },
        ...me.tenants.map(({ id, name }) => ({ href: `/${id}`, label: name, icon: Building2 })),
      ]}
      workspace={<p className="px-2.5 py-1.5 font-medium">Account</p>}
      account={
        <div className="flex flex-col gap-1 px-2.5 py-1">
          <span className="truncate text-sm">{me.user.email}</span>
          <Button size="small" onClick={leaveSession}>
            <LogOut aria-hidden /> Sign out
          </Button>
        </div>
      }
    >
      <UnconfirmedNotice me={me} />
      {children}
    </AppShell>
  );
}
