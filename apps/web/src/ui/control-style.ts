/** What every box that takes text looks like. */
export const controlStyle =
  "w-full rounded-md border border-edge/70 bg-surface px-3 text-ink text-base transition-colors placeholder:text-muted hover:border-edge focus-visible:border-accent focus-visible:outline-2 focus-visible:outline-accent focus-visible:outline-offset-0 aria-invalid:border-bad disabled:bg-sunken disabled:text-muted";
