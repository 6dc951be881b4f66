const draw = (ground: string, line: string): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 40 40" fill="none" stroke="${line}" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round">` +
      `<rect x="-4" y="-4" width="40" height="40" rx="9" fill="${ground}" stroke="none"/>` +
      '<path d="M4 8h13M4 24h13" opacity=".55"/><path d="M4 16h18a5 5 0 1 0-5-5M24.5 20.5 28 24l-3.5 3.5"/></svg>',
  )}`;

/** The sign of the product on a browser's tab, and another one while support staff visit a tenant: so that the tabs are not mixed up. */
export const icons = { usual: draw("#f7f6f2", "#3f3bd1"), visit: draw("#b42318", "#ffffff") };
