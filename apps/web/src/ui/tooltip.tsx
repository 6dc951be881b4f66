"use client";

import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";

/** How long a pointer rests before more is said, and how long it may take from what is wrapped to what is said of it. */
const DELAY_MS = 300;
const LEAVE_MS = 120;

/**
 * Says more about what it wraps, on hover and on focus; goes on Escape, on a press, and when the pointer or the focus leaves both. What it wraps takes focus and must
 * make sense without it. It stands in the browser's top layer, so that nothing clips it.
 */
export function Tooltip({ content, children }: { content: ReactNode; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const set = (open: boolean, afterMs = 0) => {
    clearTimeout(timer.current);
    if (afterMs === 0) setOpen(open);
    else timer.current = setTimeout(() => setOpen(open), afterMs);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it takes no part in what the wrapped control does, and only looks on
    <span
      ref={place}
      className="contents"
      onPointerEnter={(event) => event.pointerType !== "touch" && set(true, DELAY_MS)}
      onPointerLeave={() => set(false, LEAVE_MS)}
      onPointerDown={() => set(false)}
      onFocus={(event) => event.target.matches(":focus-visible") && set(true)}
      onBlur={() => set(false)}
    >
      {children}
      {isOpen && (
        <Bubble anchor={() => place.current?.firstElementChild ?? null} onClose={() => set(false)}>
          {content}
        </Bubble>
      )}
    </span>
  );
}

interface BubbleProps {
  anchor: () => Element | null;
  onClose: () => void;
  children: ReactNode;
}

const GAP_PX = 6;
const EDGE_PX = 8;

function Bubble({ anchor, onClose, children }: BubbleProps) {
  const popup = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const at = anchor()?.getBoundingClientRect();
    const own = popup.current;
    if (!at || !own) return;
    own.showPopover();
    const { width, height } = own.getBoundingClientRect();
    const isAbove = at.top - height - GAP_PX >= EDGE_PX;
    const middle = at.left + at.width / 2 - width / 2;
    own.style.left = `${Math.max(EDGE_PX, Math.min(middle, document.documentElement.clientWidth - width - EDGE_PX))}px`;
    own.style.top = `${isAbove ? at.top - height - GAP_PX : at.bottom + GAP_PX}px`;
  }, [anchor]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && onClose();
    document.addEventListener("keydown", onKey);
    window.addEventListener("scroll", onClose, { capture: true });
    window.addEventListener("resize", onClose);
    return () => {
      document.removeEventListener("keydown", onKey);
      window.removeEventListener("scroll", onClose, { capture: true });
      window.removeEventListener("resize", onClose);
    };
  }, [onClose]);
  return (
    <span
      ref={popup}
      role="tooltip"
      popover="manual"
      className="fixed inset-auto m-0 max-w-80 whitespace-normal rounded-md border-0 bg-ink px-2.5 py-1.5 text-left font-normal text-canvas text-xs normal-case shadow-popup"
    >
      {children}
    </span>
  );
}
