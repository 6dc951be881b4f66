"use client";

import type { KeyboardEvent, ReactNode } from "react";
import { cn } from "./cn.ts";

export interface Column<Row> {
  id: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  align?: "left" | "right";
  /** Left out below this width. */
  from?: "sm" | "md" | "lg" | "xl";
  className?: string;
}

interface TableProps<Row> {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

const from = { sm: "max-sm:hidden", md: "max-md:hidden", lg: "max-lg:hidden", xl: "max-xl:hidden" };

/** A list in columns. A row is opened by its {@link RowLink}; the arrow keys move from one to the next. */
export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <table aria-label={label} className="w-full border-collapse text-sm" onKeyDown={moveBetweenRows}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.id}
              scope="col"
              className={cn(
                "sticky top-0 z-10 h-9 whitespace-nowrap border-b bg-surface px-3 text-left font-medium text-muted text-xs first:rounded-tl-lg first:pl-4 last:rounded-tr-lg last:pr-4 max-sm:px-1.5 max-sm:last:pr-3 max-sm:first:pl-3 max-lg:top-12",
                column.align === "right" && "text-right",
                column.from && from[column.from],
              )}
            >
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y">
        {rows.map((row) => (
          <tr key={keyOf(row)} className="relative hover:bg-sunken/60 has-[a[data-row-link]:focus-visible]:bg-sunken/60">
            {columns.map((column) => (
              <td
                key={column.id}
                className={cn(
                  "h-11 px-3 py-1.5 align-middle first:pl-4 last:pr-4 max-sm:px-1.5 max-sm:last:pr-3 max-sm:first:pl-3",
                  column.align === "right" && "text-right tabular-nums",
                  column.from && from[column.from],
                  column.className,
                )}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function moveBetweenRows(event: KeyboardEvent<HTMLTableElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  if (!(event.target instanceof HTMLElement) || !event.target.matches("a[data-row-link]")) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>("a[data-row-link]")];
  const next = links[links.indexOf(event.target) + (event.key === "ArrowDown" ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
