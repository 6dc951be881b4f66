"use client";

import { cloneElement, lazy, type ReactElement, type ReactNode, Suspense, useState } from "react";
import type { MenuChoiceProps } from "./menu-parts.tsx";

/** What opens and what is in it come when somebody is about to open it: no page needs them to be shown. */
const load = () => import("./menu-parts.tsx");
const OpenedMenu = lazy(async () => ({ default: (await load()).OpenedMenu }));
export const MenuItem = lazy(async () => ({ default: (await load()).MenuItem }));
export const MenuLink = lazy(async () => ({ default: (await load()).MenuLink }));
export const MenuSeparator = lazy(async () => ({ default: (await load()).MenuSeparator }));
const Choice = lazy(async () => ({ default: (await load()).MenuChoice }));

/** One of several, kept. */
export function MenuChoice<T extends string>({ onChange, ...props }: MenuChoiceProps<T>) {
  return <Choice {...props} onChange={(value) => onChange(value as T)} />;
}

/** A list of things to do, opened by a button. */
export function Menu({ trigger, children }: { trigger: ReactElement; children: ReactNode }) {
  const [wasOpened, setWasOpened] = useState(false);
  const closed = cloneElement(trigger as ReactElement<Record<string, unknown>>, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: load,
    onFocus: load,
    onClick: () => setWasOpened(true),
  });
  if (!wasOpened) return closed;
  return (
    <Suspense fallback={closed}>
      <OpenedMenu trigger={trigger}>{children}</OpenedMenu>
    </Suspense>
  );
}
