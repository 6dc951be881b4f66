import type { Page } from "@playwright/test";

/**
 * What of a page cannot be read whole, or sticks out of what holds it: text and controls that a box cuts off, leave their cell, card or dialog, or leave the window.
 * What scrolls inside a region of its own is reached, and what ends in an ellipsis says so.
 */
export const findOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const TOLERANCE_PX = 1.5;
    const holders = "td, th, section, main, nav, aside, header, [role=dialog], [role=alertdialog]";
    const faults = new Set<string>();
    const isForReadersOnly = (element: Element) => element.closest(".sr-only") !== null;
    const sticksOut = (rect: DOMRect, box: DOMRect) => rect.right > box.right + TOLERANCE_PX || rect.left < box.left - TOLERANCE_PX;
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()}${element.getAttribute("aria-label") ? `[${element.getAttribute("aria-label")}]` : ""}`;

    function judge(element: Element, rect: DOMRect, what: string): void {
      for (let box: Element | null = element; box && box !== document.documentElement; box = box.parentElement) {
        const style = getComputedStyle(box);
        if (style.position === "fixed") return;
        if (style.overflowX !== "visible" && box.getBoundingClientRect().width <= 1) return; // for screen readers alone, at this width
        const isCut = style.overflowX !== "visible";
        if (isCut && (style.overflowX === "auto" || style.overflowX === "scroll")) return;
        if (isCut && style.textOverflow === "ellipsis") return;
        if ((isCut || box.matches(holders)) && sticksOut(rect, box.getBoundingClientRect())) {
          faults.add(`${what} ${isCut ? "is cut off by" : "sticks out of"} ${nameOf(box)}`);
          return;
        }
      }
      if (rect.right > document.documentElement.clientWidth + TOLERANCE_PX) faults.add(`${what} leaves the window`);
    }

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent?.trim();
      if (!text || !parent || parent.closest("script, style, svg, textarea, option") || isForReadersOnly(parent)) continue;
      if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) if (rect.width > 0) judge(parent, rect, JSON.stringify(text.slice(0, 40)));
    }
    for (const control of document.querySelectorAll("button, input, select, textarea, figure, table")) {
      if (isForReadersOnly(control) || !control.checkVisibility({ visibilityProperty: true })) continue;
      const rect = control.getBoundingClientRect();
      if (rect.width > 2 && control.parentElement) judge(control.parentElement, rect, nameOf(control));
    }
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.add(`the page scrolls sideways: ${scrollWidth} px in ${clientWidth}`);
    return [...faults];
  });
