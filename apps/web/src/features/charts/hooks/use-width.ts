"use client";

import { type RefObject, useEffect, useState } from "react";

/** The width of an element in CSS pixels, followed as it changes. @param initialPx until it is known, and on the server */
export function useWidth(element: RefObject<HTMLElement | null>, initialPx: number): number {
  const [width, setWidth] = useState(initialPx);
  useEffect(() => {
    if (!element.current) return;
    setWidth(Math.round(element.current.clientWidth) || initialPx);
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width));
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, initialPx]);
  return width;
}
