"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "./button.tsx";

interface PaginationProps {
  /** What is shown, in words. */
  summary: string;
  onFirst: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onPrevious: (() => void) | undefined;
  /** What the buttons say, where the list is not in the order of time. */
  words?: { first: string; previous: string; next: string };
}

const byTime = { first: "Newest", previous: "Newer", next: "Older" };

/** Pages of a list that is read from a position on: there is no number of pages. */
export function Pagination({ summary, onFirst, onPrevious, onNext, words = byTime }: PaginationProps) {
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-2 border-t px-4 py-2.5">
      <p className="text-muted text-sm" aria-live="polite">
        {summary}
      </p>
      <div className="flex gap-1.5">
        <Button size="small" disabled={!onFirst} onClick={onFirst}>
          {words.first}
        </Button>
        <Button size="small" disabled={!onPrevious} onClick={onPrevious}>
          <ChevronLeft aria-hidden />
          {words.previous}
        </Button>
        <Button size="small" disabled={!onNext} onClick={onNext}>
          {words.next}
          <ChevronRight aria-hidden />
        </Button>
      </div>
    </nav>
  );
}
