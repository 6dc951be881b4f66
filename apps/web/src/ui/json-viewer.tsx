import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { type JsonNode, readJsonTree } from "./lib/json-tree.ts";

/** Levels that are open at first. */
const OPEN_DEPTH = 3;

const kindStyle: Record<JsonNode["kind"], string> = {
  string: "text-good",
  number: "text-live",
  boolean: "text-accent",
  null: "text-muted",
  object: "",
  array: "",
};

/** A JSON text as a tree whose branches fold. Inert: everything in it is text. Undefined when the text is no JSON. */
export function JsonViewer({ json, what }: { json: string; what: string }) {
  const tree = readJsonTree(json);
  if (!tree.ok) return undefined;
  return (
    <figure aria-label={what} className="rounded-md border bg-canvas">
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-96 overflow-auto p-3 font-mono text-xs leading-5"
      >
        <Node node={tree.root} depth={0} />
      </div>
    </figure>
  );
}

function Node({ node, depth }: { node: JsonNode; depth: number }) {
  const name = node.key !== null && <span className="text-ink">{node.key}: </span>;
  if (node.kind !== "object" && node.kind !== "array") {
    return (
      <div className="whitespace-pre-wrap break-all pl-4">
        {name}
        <span className={kindStyle[node.kind]}>{node.text}</span>
        {node.cutCharacters > 0 && <Cut>{node.cutCharacters} characters more</Cut>}
      </div>
    );
  }
  const [open, close] = node.kind === "array" ? ["[", "]"] : ["{", "}"];
  if (node.size === 0) {
    return (
      <div className="pl-4">
        {name}
        <span className="text-muted">
          {open}
          {close}
        </span>
      </div>
    );
  }
  return (
    <details open={depth < OPEN_DEPTH}>
      <summary className="list-none whitespace-pre-wrap break-all rounded hover:bg-sunken">
        <ChevronRight aria-hidden className="mr-0.5 inline-block size-3.5 align-[-0.2em] text-muted [details[open]>summary_&]:rotate-90" />
        {name}
        <span className="text-muted">
          {open}
          <span className="[details[open]>summary_&]:hidden">
            …{close} {node.size} {node.size === 1 ? "member" : "members"}
          </span>
        </span>
      </summary>
      <div className="ml-1.5 border-l pl-2.5">
        {node.children.map((child) => (
          <Node key={child.key} node={child} depth={depth + 1} />
        ))}
        {node.cutMembers > 0 && (
          <div className="pl-4">
            <Cut>{node.cutMembers} members more: see the raw text</Cut>
          </div>
        )}
      </div>
      <div className="pl-4 text-muted">{close}</div>
    </details>
  );
}

function Cut({ children }: { children: ReactNode }) {
  return <span className="text-wait"> … {children}</span>;
}
