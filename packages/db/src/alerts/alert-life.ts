import type { AlertState } from "@hooklane/contracts";

/** An alert that comes back within this long goes on as the old one, and people are told of an opening at most once in it. */
export const ALERT_WINDOW_MS = 3_600_000;

/** Where one alert stands, and what people know of it. Times are ms since 1970. */
export interface AlertLife {
  state: AlertState;
  firstSeenMs: number;
  lastSeenMs: number;
  /** How often it was seen as news. */
  count: number;
  resolvedMs: number | null;
  mutedUntilMs: number | null;
  /** People were told that it is open, and not yet that it is over. */
  isTold: boolean;
  /** When they were last told that it is open. */
  toldMs: number | null;
  /** From when on they are to be told of its state; null when they know it. */
  noticeMs: number | null;
}

/** What a notice says. */
export type NoticeKind = "opened" | "resolved";

/**
 * Trouble was seen. @param life the group's latest alert; undefined when it never had one
 * @param isNews false: it merely goes on, which is not counted
 * @returns a life that begins when the latest one ended longer ago than the window, otherwise that one's next state
 */
export function raised(life: AlertLife | undefined, nowMs: number, isNews: boolean): { isNew: boolean; life: AlertLife } {
  if (!life || (life.resolvedMs !== null && nowMs - life.resolvedMs >= ALERT_WINDOW_MS)) return { isNew: true, life: begun(nowMs) };
  const lastSeenMs = Math.max(life.lastSeenMs, nowMs);
  if (life.state !== "resolved") return { isNew: false, life: { ...life, lastSeenMs, count: life.count + Number(isNews) } };
  return { isNew: false, life: reopened({ ...life, lastSeenMs, count: life.count + 1 }, nowMs) };
}

const begun = (nowMs: number): AlertLife => ({
  state: "open",
  firstSeenMs: nowMs,
  lastSeenMs: nowMs,
  count: 1,
  resolvedMs: null,
  mutedUntilMs: null,
  isTold: false,
  toldMs: null,
  noticeMs: nowMs,
});

/** People who have not heard of the end yet need not hear that it is open again; others do, when the window has passed. */
const reopened = (life: AlertLife, nowMs: number): AlertLife => ({
  ...life,
  state: "open",
  resolvedMs: null,
  mutedUntilMs: null,
  noticeMs: life.isTold ? null : Math.max(nowMs, (life.toldMs ?? Number.NEGATIVE_INFINITY) + ALERT_WINDOW_MS),
});

/** It is over. @param isSilent nobody is told, as of a moment that has passed */
export function settled(life: AlertLife, nowMs: number, isSilent = false): AlertLife {
  if (life.state === "resolved") return life;
  const tells = life.isTold && life.state !== "muted" && !isSilent;
  return {
    ...life,
    state: "resolved",
    resolvedMs: nowMs,
    mutedUntilMs: null,
    isTold: tells,
    noticeMs: tells ? nowMs : null,
  };
}

/** Somebody looks after it. */
export function acknowledged(life: AlertLife): AlertLife {
  return life.state === "resolved" ? life : { ...life, state: "acknowledged", mutedUntilMs: null, noticeMs: null };
}

/** Nobody wants to hear of it until then. */
export function muted(life: AlertLife, untilMs: number): AlertLife {
  return life.state === "resolved" ? life : { ...life, state: "muted", mutedUntilMs: untilMs, noticeMs: null };
}

/** A mute that has run out ends: people are told again that it is open. */
export function woken(life: AlertLife, nowMs: number): AlertLife {
  if (life.mutedUntilMs === null || life.mutedUntilMs > nowMs) return life;
  const noticeMs = Math.max(nowMs, (life.toldMs ?? Number.NEGATIVE_INFINITY) + ALERT_WINDOW_MS);
  return { ...life, state: "open", mutedUntilMs: null, noticeMs };
}

/** The notice that is due, if one is. */
export function dueNotice({ state, noticeMs }: AlertLife, nowMs: number): NoticeKind | undefined {
  if (noticeMs === null || noticeMs > nowMs) return undefined;
  return state === "resolved" ? "resolved" : "opened";
}

/** The notice that was due has been sent. */
export function told(life: AlertLife, nowMs: number): AlertLife {
  const isOpen = life.state !== "resolved";
  return { ...life, isTold: isOpen, toldMs: isOpen ? nowMs : life.toldMs, noticeMs: null };
}
