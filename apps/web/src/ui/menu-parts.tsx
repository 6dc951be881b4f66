"use client";

import { Menu as Base } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import Link from "next/link";
import type { ReactElement, ReactNode } from "react";

const itemStyle =
  "flex h-8 cursor-pointer select-none items-center gap-2 rounded-md px-2.5 text-sm outline-none data-highlighted:bg-sunken [&_svg]:size-4 [&_svg]:text-muted";

/** A menu that was just asked for: it begins open. */
export function OpenedMenu({ trigger, children }: { trigger: ReactElement; children: ReactNode }) {
  return (
    <Base.Root defaultOpen>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} align="start" className="z-50">
          <Base.Popup className="min-w-52 rounded-lg border bg-surface p-1 text-ink shadow-popup outline-none">{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function MenuItem({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  return (
    <Base.Item className={itemStyle} onClick={onSelect}>
      {children}
    </Base.Item>
  );
}

export function MenuLink({ href, current = false, children }: { href: string; current?: boolean; children: ReactNode }) {
  return (
    <Base.LinkItem className={itemStyle} render={<Link href={href} />} closeOnClick>
      {children}
      {current && <Check aria-label="current" className="ml-auto" />}
    </Base.LinkItem>
  );
}

export interface MenuChoiceProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: ReactNode }[];
  onChange: (value: T) => void;
}

export function MenuChoice({ label, value, options, onChange }: MenuChoiceProps<string>) {
  return (
    <Base.RadioGroup value={value} onValueChange={(next: string) => onChange(next)}>
      <Base.Group>
        <Base.GroupLabel className="px-2.5 pt-1.5 pb-1 text-muted text-xs">{label}</Base.GroupLabel>
        {options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} className={itemStyle} closeOnClick={false}>
            {option.label}
            <Base.RadioItemIndicator className="ml-auto">
              <Check aria-hidden />
            </Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.Group>
    </Base.RadioGroup>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-line" />;
}
