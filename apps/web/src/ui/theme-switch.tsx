"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useEffect, useState } from "react";
import { type Theme, themeCookie } from "./lib/theme.ts";
import { MenuChoice } from "./menu.tsx";

const YEAR_S = 31_536_000;

const options = [
  {
    value: "system",
    label: (
      <>
        <Monitor aria-hidden /> As the system
      </>
    ),
  },
  {
    value: "light",
    label: (
      <>
        <Sun aria-hidden /> Light
      </>
    ),
  },
  {
    value: "dark",
    label: (
      <>
        <Moon aria-hidden /> Dark
      </>
    ),
  },
] as const;

/** The colours of the pages. Kept in a cookie that the server reads, so a page comes in its colours at once and without a script. */
export function ThemeChoice() {
  const [theme, setTheme] = useState<Theme>("system");
  useEffect(() => setTheme((document.documentElement.dataset.theme as Theme | undefined) ?? "system"), []);
  const choose = (next: Theme) => {
    setTheme(next);
    if (next === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists on https only
    document.cookie = `${themeCookie}=${next}; path=/; max-age=${next === "system" ? 0 : YEAR_S}; samesite=lax`;
  };
  return <MenuChoice label="Theme" value={theme} options={options} onChange={choose} />;
}
