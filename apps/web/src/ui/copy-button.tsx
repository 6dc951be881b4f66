"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, type ButtonProps } from "./button.tsx";
import { toast } from "./toaster.tsx";

const SHOWN_MS = 2_000;

interface CopyButtonProps extends Omit<ButtonProps, "children" | "value" | "onClick"> {
  value: string;
  /** What is copied: "Copy" and this are its name. */
  what: string;
  /** Shows the name; otherwise the icon only. */
  labelled?: boolean;
  /** Tells it from others of the same name, to screen readers. */
  of?: string;
}

/** Puts a text on the clipboard. Where pages may not do that (plain http beyond this machine), it says so. */
export function CopyButton({ value, what, labelled = false, of, ...props }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      toast.failed("The browser did not allow copying", "Select the text and copy it by keyboard.");
    }
  };
  const Icon = copied ? Check : Copy;
  return (
    <Button
      size={labelled ? "small" : "icon"}
      variant={labelled ? "secondary" : "quiet"}
      aria-label={labelled ? undefined : `Copy ${what}`}
      onClick={copy}
      {...props}
    >
      <Icon aria-hidden className={copied ? "text-good" : undefined} />
      {labelled && (copied ? "Copied" : `Copy ${what}`)}
      {of && <span className="sr-only"> of {of}</span>}
      <span role="status" className="sr-only">
        {copied ? "Copied" : ""}
      </span>
    </Button>
  );
}
