"use client";

import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

export interface Tab {
  value: string;
  label: ReactNode;
  content: ReactNode;
}

/** Several views of one thing, one at a time; arrow keys move between them. */
export function Tabs({ label, tabs, defaultValue }: { label: string; tabs: readonly Tab[]; defaultValue?: string }) {
  return (
    <Base.Root defaultValue={defaultValue ?? tabs[0]?.value}>
      <Base.List aria-label={label} className="flex max-w-full gap-1 overflow-x-auto rounded-md bg-sunken p-0.5 sm:w-fit">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="h-7 flex-1 select-none whitespace-nowrap rounded px-3 text-muted text-sm hover:text-ink data-active:bg-surface data-active:font-medium data-active:text-ink data-active:shadow-card"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-3">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
