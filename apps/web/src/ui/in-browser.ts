"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether this is shown by the browser: false on the server, and in the browser's first pass, which must say what the server said. */
export const useIsInBrowser = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
