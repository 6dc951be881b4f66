import { Inbox, type LucideIcon, SearchX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Skeleton } from "./skeleton.tsx";

interface StateProps {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

function State({ icon: Icon, title, children, action }: StateProps) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-12 text-center">
      <span className="mb-1 flex size-10 items-center justify-center rounded-lg border bg-canvas text-muted">
        <Icon aria-hidden className="size-5" />
      </span>
      <p className="font-medium text-base">{title}</p>
      {children && <div className="max-w-md text-balance text-muted">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}

/** There is nothing yet, and this is what comes next. */
export function EmptyState({ icon = Inbox, ...props }: Omit<StateProps, "icon"> & { icon?: LucideIcon }) {
  return <State icon={icon} {...props} />;
}

/** There is something, but not what was asked for. */
export function NoMatchState({ title, onClear }: { title: string; onClear: () => void }) {
  return (
    <State icon={SearchX} title={title} action={<Button onClick={onClear}>Clear filters</Button>}>
      Nothing matches all filters at once.
    </State>
  );
}

/** It could not be read. */
export function ErrorState({ title, detail, onRetry }: { title: string; detail?: string; onRetry: () => void }) {
  return (
    <div role="alert">
      <State icon={TriangleAlert} title={title} action={<Button onClick={onRetry}>Try again</Button>}>
        {detail}
      </State>
    </div>
  );
}

/** It is being read. */
export function LoadingState({ rows = 6, label = "Loading" }: { rows?: number; label?: string }) {
  return (
    <div role="status" aria-busy className="flex flex-col gap-3 p-4">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no identity
        <Skeleton key={row} className={row % 2 ? "h-5 w-5/6" : "h-5 w-full"} />
      ))}
    </div>
  );
}
