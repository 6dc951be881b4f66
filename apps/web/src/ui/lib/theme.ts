export const themeCookie = "hooklane_theme";

export type Theme = "system" | "light" | "dark";

/** What the root element's `data-theme` is for a cookie's value: nothing but the two themes; else the system decides. */
export const themeAttribute = (cookie: string | undefined): "light" | "dark" | undefined =>
  cookie === "light" || cookie === "dark" ? cookie : undefined;
