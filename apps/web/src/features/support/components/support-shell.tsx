"use client";

import type { MeView } from "@hooklane/contracts";
import { ChevronsUpDown, Gauge, LifeBuoy, ListChecks, LogOut, Mail, MessageCircleQuestion, Search, ServerCog } from "lucide-react";
import type { ReactNode } from "react";
import { AppShell } from "../../../ui/app-shell.tsx";
import { Menu, MenuItem, MenuLink, MenuSeparator } from "../../../ui/menu.tsx";
import { ThemeChoice } from "../../../ui/theme-switch.tsx";
import { leaveSession } from "../../session/index.ts";

/** Navigation and account around the pages of the support console. */
export function SupportShell({ me, children }: { me: MeView; children: ReactNode }) {
  return (
    <AppShell
      home="/support"
      nav={[
        { href: "/support", label: "Workspaces", icon: Search, exact: true },
        { href: "/support/explain", label: "Explain a delivery", icon: MessageCircleQuestion },
        { href: "/support/workers", label: "Workers", icon: ServerCog },
        { href: "/support/jobs", label: "Jobs", icon: ListChecks },
        { href: "/support/limits", label: "Limits", icon: Gauge },
        { href: "/support/mail", label: "Mail", icon: Mail },
      ]}
      workspace={
        <p className="flex items-center gap-2.5 rounded-md border bg-surface px-2.5 py-1.5 font-medium">
          <LifeBuoy aria-hidden className="size-4 text-accent" /> Support console
        </p>
      }
      account={<AccountMenu me={me} />}
    >
      {children}
    </AppShell>
  );
}

function AccountMenu({ me }: { me: MeView }) {
  return (
    <Menu
      trigger={
        <button type="button" className="flex w-full items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left hover:bg-sunken">
          <span className="min-w-0 flex-1">
            <span className="block truncate text-sm">
              <span className="sr-only">Account </span>
              {me.user.email}
            </span>
            <span className="block text-muted text-xs">Support staff</span>
          </span>
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
        </button>
      }
    >
      {me.tenants.map(({ id, name }) => (
        <MenuLink key={id} href={`/${id}`}>
          {name}
        </MenuLink>
      ))}
      {me.tenants.length > 0 && <MenuSeparator />}
      <ThemeChoice />
      <MenuSeparator />
      <MenuItem onSelect={() => void leaveSession()}>
        <LogOut aria-hidden /> Sign out
      </MenuItem>
    </Menu>
  );
}
