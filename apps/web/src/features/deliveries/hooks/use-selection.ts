"use client";

import { useState } from "react";

/** Rows that are chosen on a page; another page begins with none. @param pageKey names the page */
export function useSelection(pageKey: string) {
  const [chosen, setChosen] = useState<{ pageKey: string; ids: ReadonlySet<string> }>({ pageKey, ids: new Set() });
  const ids = chosen.pageKey === pageKey ? chosen.ids : new Set<string>();
  const set = (next: Iterable<string>) => setChosen({ pageKey, ids: new Set(next) });
  return {
    ids,
    toggle: (id: string) => set(ids.has(id) ? [...ids].filter((each) => each !== id) : [...ids, id]),
    set,
    clear: () => set([]),
  };
}

export type Selection = ReturnType<typeof useSelection>;
