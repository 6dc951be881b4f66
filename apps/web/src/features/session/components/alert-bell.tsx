"use client";

import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import Link from "next/link";
import { buttonStyle } from "../../../ui/button.tsx";
import { cn } from "../../../ui/cn.ts";
import { useIsInBrowser } from "../../../ui/in-browser.ts";
import { Tooltip } from "../../../ui/tooltip.tsx";
import { useApi } from "../../api/index.ts";
import { useSession } from "./session-provider.tsx";

const REFRESH_MS = 15_000;
const MOST = 99;

/**
 * How many alerts are open; leads to them. The number is not in the page from the server: a page that reads it as well would make it known to one of the two
 * sides before the other.
 */
export function AlertBell() {
  const { tenant } = useSession();
  const isInBrowser = useIsInBrowser();
  const counts = useQuery(useApi().alerts.count.queryOptions({ tenantId: tenant.id }, { refetchInterval: REFRESH_MS }));
  const open = (isInBrowser && counts.data?.open) || 0;
  const label = open === 0 ? "Alerts: none is open" : `Alerts: ${open} open`;
  return (
    <Tooltip content={label}>
      <Link
        href={`/${tenant.id}/alerts`}
        aria-label={label}
        className={cn(buttonStyle({ variant: "quiet", size: "icon" }), "relative hover:bg-sunken")}
      >
        <Bell aria-hidden />
        {open > 0 && (
          <span
            aria-hidden
            className="absolute -top-0.5 -right-0.5 flex h-4 min-w-4 items-center justify-center rounded-full bg-bad-solid px-1 font-semibold text-2xs text-white tabular-nums"
          >
            {open > MOST ? `${MOST}+` : open}
          </span>
        )}
      </Link>
    </Tooltip>
  );
}
