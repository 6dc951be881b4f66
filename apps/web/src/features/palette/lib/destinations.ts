import type { SearchHit } from "@hooklane/contracts";

/** A page of a workspace that can be gone to by name, or by pressing g and then a letter. */
export interface Destination {
  label: string;
  /** Below the workspace's address. */
  path: string;
  letter: string;
}

export const destinations: readonly Destination[] = [
  { label: "Overview", path: "", letter: "o" },
  { label: "Endpoints", path: "/endpoints", letter: "e" },
  { label: "New endpoint", path: "/endpoints/new", letter: "n" },
  { label: "Deliveries", path: "/deliveries", letter: "d" },
  { label: "Events", path: "/events", letter: "v" },
  { label: "Event types", path: "/event-types", letter: "t" },
  { label: "Replays", path: "/replays", letter: "r" },
  { label: "New bulk replay", path: "/replays/new", letter: "b" },
  { label: "Inbox", path: "/inbox", letter: "i" },
  { label: "API keys", path: "/keys", letter: "k" },
];

/** Pages whose names hold every word of the text, in whatever order. */
export function matchDestinations(text: string): Destination[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return destinations.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}

/** Where something that was found is shown, below the workspace's address. */
export function hitPath({ kind, id, delivery_id }: SearchHit): string {
  switch (kind) {
    case "event":
      return `/events/${id}`;
    case "delivery":
      return `/deliveries/${id}`;
    case "attempt":
      return `/deliveries/${delivery_id}`;
    case "endpoint":
      return `/endpoints/${id}`;
    case "job":
      return `/replays/${id}`;
    case "key":
      return "/keys";
    case "event_type":
      return `/event-types/${encodeURIComponent(id)}`;
  }
}
