"use client";

import { useMutation } from "@tanstack/react-query";
import {
  Bell,
  BookMarked,
  BookOpen,
  ChevronsUpDown,
  CircleUser,
  Inbox,
  KeyRound,
  LayoutDashboard,
  ListTree,
  LogOut,
  Mail,
  Plus,
  Radio,
  RotateCw,
  ScrollText,
  Settings,
  Users,
  Webhook,
} from "lucide-react";
import type { ReactNode } from "react";
import { AppShell } from "../../../ui/app-shell.tsx";
import { ClockChoice } from "../../../ui/clock-choice.tsx";
import { Menu, MenuItem, MenuLink, MenuSeparator } from "../../../ui/menu.tsx";
import { ThemeChoice } from "../../../ui/theme-switch.tsx";
import { toast } from "../../../ui/toaster.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { leaveSession } from "../lib/leave-session.ts";
import { AlertBell } from "./alert-bell.tsx";
import { DeletionNotice } from "./deletion-notice.tsx";
import { useSession } from "./session-provider.tsx";
import { UnconfirmedNotice } from "./unconfirmed-notice.tsx";

const barStyle =
  "flex w-full items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left hover:bg-sunken [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted";

/** Navigation, workspace and account around every page of a workspace. @param search stands below the workspace's name */
export function WorkspaceShell({ search, children }: { search?: ReactNode; children: ReactNode }) {
  const { tenant, me, may } = useSession();
  const home = `/${tenant.id}`;
  return (
    <AppShell
      home={home}
      nav={[
        { href: home, label: "Overview", icon: LayoutDashboard, exact: true },
        { href: `${home}/endpoints`, label: "Endpoints", icon: Webhook },
        { href: `${home}/deliveries`, label: "Deliveries", icon: ListTree },
        { href: `${home}/events`, label: "Events", icon: Radio },
        { href: `${home}/event-types`, label: "Event types", icon: BookMarked },
        { href: `${home}/replays`, label: "Replays", icon: RotateCw },
        ...(tenant.has_inbox ? [{ href: `${home}/inbox`, label: "Inbox", icon: Inbox }] : []),
        { href: `${home}/alerts`, label: "Alerts", icon: Bell },
        { href: `${home}/keys`, label: "API keys", icon: KeyRound },
        { href: `${home}/members`, label: "Members", icon: Users },
        ...(may("audit:read") ? [{ href: `${home}/audit`, label: "Audit log", icon: ScrollText }] : []),
        { href: `${home}/settings`, label: "Settings", icon: Settings },
        { href: "/docs/api", label: "API reference", icon: BookOpen },
      ]}
      workspace={
        <>
          <WorkspaceMenu />
          {search}
        </>
      }
      account={<AccountMenu />}
      bell={<AlertBell />}
    >
      <UnconfirmedNotice me={me} />
      <DeletionNotice />
      {children}
    </AppShell>
  );
}

function WorkspaceMenu() {
  const { tenant, me } = useSession();
  return (
    <Menu
      trigger={
        <button type="button" className={`${barStyle} border bg-surface`}>
          <span
            aria-hidden
            className="flex size-6 shrink-0 items-center justify-center rounded bg-accent-soft font-semibold text-accent text-xs"
          >
            {tenant.name.slice(0, 1).toUpperCase()}
          </span>
          <span className="min-w-0 flex-1 truncate font-medium">
            <span className="sr-only">Workspace </span>
            {tenant.name}
          </span>
          <ChevronsUpDown aria-hidden />
        </button>
      }
    >
      {me.tenants.map((each) => (
        <MenuLink key={each.id} href={`/${each.id}`} current={each.id === tenant.id}>
          {each.name}
        </MenuLink>
      ))}
      <MenuSeparator />
      <MenuLink href="/account#workspaces">
        <Plus aria-hidden /> New workspace
      </MenuLink>
      {me.staff && <MenuLink href="/support">Support console</MenuLink>}
    </Menu>
  );
}

function AccountMenu() {
  const { me, tenant } = useSession();
  const api = useApi();
  const keepClock = useMutation(
    api.me.setClock.mutationOptions({ onError: (error) => toast.failed("Your choice was not kept", readProblem(error).detail) }),
  );
  return (
    <Menu
      trigger={
        <button type="button" className={barStyle}>
          <span className="min-w-0 flex-1">
            <span className="block truncate text-sm">
              <span className="sr-only">Account </span>
              {me.user.email}
            </span>
            <span className="block text-muted text-xs capitalize">{me.visit ? "Support" : tenant.role}</span>
          </span>
          <ChevronsUpDown aria-hidden />
        </button>
      }
    >
      <MenuLink href="/account">
        <CircleUser aria-hidden /> Account settings
      </MenuLink>
      <MenuSeparator />
      <ThemeChoice />
      <ClockChoice onChange={(utc) => keepClock.mutate({ utc })} />
      <MenuSeparator />
      <MenuLink href={`/${tenant.id}/notifications`}>
        <Mail aria-hidden /> Mail of alerts
      </MenuLink>
      <MenuItem onSelect={() => void leaveSession()}>
        <LogOut aria-hidden /> Sign out
      </MenuItem>
    </Menu>
  );
}
