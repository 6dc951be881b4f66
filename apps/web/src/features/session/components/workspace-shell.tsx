"use client";

import { BookOpen, ChevronsUpDown, KeyRound, LayoutDashboard, ListTree, LogOut, Webhook } from "lucide-react";
import { signOut } from "next-auth/react";
import type { ReactNode } from "react";
import { AppShell } from "../../../ui/app-shell.tsx";
import { Menu, MenuItem, MenuLink, MenuSeparator } from "../../../ui/menu.tsx";
import { ThemeChoice } from "../../../ui/theme-switch.tsx";
import { useSession } from "./session-provider.tsx";

const barStyle =
  "flex w-full items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left hover:bg-sunken [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted";

/** Navigation, workspace and account around every page of a workspace. */
export function WorkspaceShell({ children }: { children: ReactNode }) {
  const { tenant } = useSession();
  const home = `/${tenant.id}`;
  return (
    <AppShell
      home={home}
      nav={[
        { href: home, label: "Overview", icon: LayoutDashboard, exact: true },
        { href: `${home}/endpoints`, label: "Endpoints", icon: Webhook },
        { href: `${home}/deliveries`, label: "Deliveries", icon: ListTree },
        { href: `${home}/keys`, label: "API keys", icon: KeyRound },
        { href: "/docs/api", label: "API reference", icon: BookOpen },
      ]}
      workspace={<WorkspaceMenu />}
      account={<AccountMenu />}
    >
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
      {me.staff && (
        <>
          <MenuSeparator />
          <MenuLink href="/support">Support console</MenuLink>
        </>
      )}
    </Menu>
  );
}

function AccountMenu() {
  const { me, tenant } = useSession();
  const leave = async () => {
    await signOut({ redirect: false });
    window.location.assign("/sign-in"); // a whole new page: nothing that was read stays in memory
  };
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
      <ThemeChoice />
      <MenuSeparator />
      <MenuItem onSelect={leave}>
        <LogOut aria-hidden /> Sign out
      </MenuItem>
    </Menu>
  );
}
