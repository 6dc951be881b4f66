"use client";

import { Dialog } from "@base-ui/react/dialog";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { cn } from "../../../ui/cn.ts";
import { popupStyle, scrimStyle } from "../../../ui/dialog.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";
import { hitPath, matchDestinations } from "../lib/destinations.ts";

const TYPED_MS = 150;
const MIN_CHARACTERS = 2;
const MAX_CHARACTERS = 200;

interface Choice {
  key: string;
  title: string;
  hint: string;
  does: () => void;
}

interface PaletteDialogProps {
  open: boolean;
  /** Nothing was chosen. */
  onClose: () => void;
  /** A choice leads to another page. */
  onGo: () => void;
  onShortcuts: () => void;
}

/** Goes to a page by its name, or to anything by the beginning of its id: a box to type into, and a list below it. */
export function PaletteDialog({ open, onClose, onGo, onShortcuts }: PaletteDialogProps) {
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={scrimStyle} />
        <Dialog.Viewport className="fixed inset-0 z-40 flex items-start justify-center p-4 pt-[12vh]">
          <Dialog.Popup className={cn(popupStyle, "overflow-hidden")}>
            <Dialog.Title className="sr-only">Search and go to</Dialog.Title>
            <Finder onGo={onGo} onShortcuts={onShortcuts} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Finder({ onGo, onShortcuts }: Pick<PaletteDialogProps, "onGo" | "onShortcuts">) {
  const { tenant } = useSession();
  const api = useApi();
  const router = useRouter();
  const id = useId();
  const [text, setText] = useState("");
  const [sought, setSought] = useState("");
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSought(text.trim()), TYPED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const query = useQuery(
    api.search.find.queryOptions(
      { tenantId: tenant.id, text: sought },
      { enabled: sought.length >= MIN_CHARACTERS, placeholderData: keepPreviousData },
    ),
  );
  const go = (path: string) => () => {
    router.push(`/${tenant.id}${path}`);
    onGo();
  };
  const hits = sought.length >= MIN_CHARACTERS && text.trim() !== "" ? (query.data ?? []) : [];
  const pages: Choice[] = matchDestinations(text).map(({ label, path, letter }) => ({
    key: `page ${path}`,
    title: label,
    hint: `g ${letter}`,
    does: go(path),
  }));
  const found: Choice[] = hits.map((hit) => ({
    key: `${hit.kind} ${hit.id}`,
    title: hit.title,
    hint: `${hit.hint} · ${hit.id}`,
    does: go(hitPath(hit)),
  }));
  const help: Choice[] = "keyboard shortcuts".includes(text.trim().toLowerCase())
    ? [{ key: "shortcuts", title: "Keyboard shortcuts", hint: "?", does: onShortcuts }]
    : [];
  const groups = [
    { name: "Found", choices: found },
    { name: "Pages", choices: [...pages, ...help] },
  ].filter(({ choices }) => choices.length > 0);
  const choices = groups.flatMap((group) => group.choices);
  const current = Math.min(active, choices.length - 1);
  const optionId = (index: number) => `${id}-option-${index}`;
  useEffect(() => {
    list.current?.querySelector(`[id="${id}-option-${current}"]`)?.scrollIntoView({ block: "nearest" });
  }, [current, id]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setActive((current + step + choices.length) % Math.max(1, choices.length));
    } else if (event.key === "Enter") {
      event.preventDefault();
      choices[current]?.does();
    }
  };
  return (
    <>
      <div className="flex items-center gap-2.5 border-b px-4">
        <Search aria-hidden className="size-4 shrink-0 text-muted" />
        <input
          // biome-ignore lint/a11y/noAutofocus: a dialog that was asked for takes the focus
          autoFocus
          type="text"
          role="combobox"
          aria-label="A page, the beginning of an id, or a part of an endpoint's URL"
          aria-expanded={choices.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={choices.length > 0 ? optionId(current) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_CHARACTERS}
          placeholder="Go to a page, or find evt_…, dlv_…, sub_…"
          className="h-12 w-full bg-transparent text-base outline-none placeholder:text-muted"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label="What can be gone to"
        className="max-h-[50vh] overflow-y-auto p-2 empty:hidden"
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a listbox
          <div key={group.name} role="group" aria-label={group.name}>
            <p aria-hidden className="px-2.5 pt-2 pb-1 font-medium text-muted text-xs">
              {group.name}
            </p>
            {group.choices.map((choice) => {
              const index = choices.indexOf(choice);
              return (
                // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the box keeps the focus and tells which option is active
                <div
                  key={choice.key}
                  id={optionId(index)}
                  role="option"
                  aria-selected={index === current}
                  onClick={choice.does}
                  onMouseMove={() => setActive(index)}
                  className={cn("flex cursor-default flex-col rounded-md px-2.5 py-1.5", index === current && "bg-sunken")}
                >
                  <span className="truncate">{choice.title}</span>
                  <span className="truncate font-mono text-muted text-xs">{choice.hint}</span>
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <p role="status" className="border-t px-4 py-2 text-muted text-xs">
        {query.isError
          ? readProblem(query.error).detail
          : choices.length === 0
            ? query.isFetching || sought !== text.trim()
              ? "Searching."
              : "Nothing begins like that."
            : `${choices.length} to choose from: arrow keys and Enter`}
      </p>
    </>
  );
}
