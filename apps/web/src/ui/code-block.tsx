import { cn } from "./cn.ts";
import { CopyButton } from "./copy-button.tsx";

interface CodeBlockProps {
  code: string;
  /** What it is, for screen readers and the copy button. */
  what: string;
  className?: string;
  /** Breaks long lines instead of scrolling. */
  wrap?: boolean;
}

/** Text as it is, to read and to copy; never interpreted. */
export function CodeBlock({ code, what, className, wrap = false }: CodeBlockProps) {
  return (
    <figure aria-label={what} className={cn("relative rounded-md border bg-canvas", className)}>
      <CopyButton value={code} what={what} className="absolute top-1 right-1 bg-canvas" />
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className={cn(
          "max-h-96 overflow-auto rounded-md p-3 pr-11 font-mono text-xs leading-5",
          wrap ? "whitespace-pre-wrap break-all" : "whitespace-pre",
        )}
      >
        {code}
      </pre>
    </figure>
  );
}
