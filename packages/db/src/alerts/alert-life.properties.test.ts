import fc from "fast-check";
import { expect, test } from "vitest";
import {
  ALERT_WINDOW_MS,
  type AlertLife,
  acknowledged,
  dueNotice,
  muted,
  type NoticeKind,
  raised,
  settled,
  told,
  woken,
} from "./alert-life.ts";

type Step = "raise" | "lasts" | "settle" | "acknowledge" | "mute" | "wake" | "tell";
const steps = fc.array(
  fc.tuple(
    fc.constantFrom<Step>("raise", "lasts", "settle", "acknowledge", "mute", "wake", "tell", "tell"),
    fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 2 * ALERT_WINDOW_MS })),
  ),
  { maxLength: 60 },
);

interface Told {
  alert: number;
  kind: NoticeKind;
  at: number;
}

/** What people are told in the course of a history. Wakes and notices come as often as the history has them, as jobs do. */
function play(history: readonly (readonly [Step, number])[]): { lives: AlertLife[]; notices: Told[]; active: number[] } {
  const lives: AlertLife[] = [];
  const notices: Told[] = [];
  const active: number[] = [];
  let now = 1_800_000_000_000;
  for (const [step, afterMs] of history) {
    now += afterMs;
    const at = lives.length - 1;
    const life = lives[at];
    if (step === "raise" || step === "lasts") {
      const next = raised(life, now, step === "raise");
      if (next.isNew) lives.push(next.life);
      else lives[at] = next.life;
    } else if (life) {
      const notice = dueNotice(life, now);
      if (step === "tell" && notice) notices.push({ alert: at, kind: notice, at: now });
      if (step === "tell" && notice) lives[at] = told(life, now);
      if (step === "settle") lives[at] = settled(life, now);
      if (step === "acknowledge") lives[at] = acknowledged(life);
      if (step === "mute") lives[at] = muted(life, now + 60_000);
      if (step === "wake") lives[at] = woken(life, now);
    }
    active.push(lives.filter(({ state }) => state !== "resolved").length);
  }
  return { lives, notices, active };
}

test("whatever happens, a group has at most one alert that is not over", () => {
  fc.assert(fc.property(steps, (history) => play(history).active.every((n) => n <= 1)));
});

test("openings of one alert are told a window apart at the least, and each of its ends is told once, after an opening that was told", () => {
  fc.assert(
    fc.property(steps, (history) => {
      const { lives, notices } = play(history);
      for (const [alert] of lives.entries()) {
        const own = notices.filter((notice) => notice.alert === alert);
        const openings = own.filter(({ kind }) => kind === "opened");
        for (const [i, { at }] of openings.entries())
          if (i > 0) expect(at - (openings[i - 1] as Told).at).toBeGreaterThanOrEqual(ALERT_WINDOW_MS);
        for (const [i, { kind }] of own.entries()) if (kind === "resolved") expect(own[i - 1]?.kind).toBe("opened");
      }
    }),
  );
});

test("trouble that stays is told in the end: an alert that is open, and left alone by everybody, has been told or has a notice to come", () => {
  fc.assert(
    fc.property(steps, (history) => {
      for (const { state, isTold, noticeMs } of play(history).lives) if (state === "open") expect(isTold || noticeMs !== null).toBe(true);
    }),
  );
});

test("an end is told when its opening was, unless it was muted", () => {
  const opened = told(raised(undefined, 1_000, true).life, 1_000);
  expect(dueNotice(settled(opened, 2_000), 2_000)).toBe("resolved");
  expect(dueNotice(settled(muted(opened, 9_000), 2_000), 2_000)).toBeUndefined();
  expect(dueNotice(settled(raised(undefined, 1_000, true).life, 2_000), 2_000)).toBeUndefined();
  expect(dueNotice(settled(opened, 2_000, true), 2_000)).toBeUndefined();
});

test("an alert that comes back within the window goes on as the same one, and one that comes back later is another", () => {
  const over = settled(told(raised(undefined, 0, true).life, 0), 1_000);
  const back = raised(told(over, 1_000), 2_000, true);
  expect(back).toMatchObject({ isNew: false, life: { state: "open", firstSeenMs: 0, count: 2, noticeMs: ALERT_WINDOW_MS } });
  expect(raised(over, 1_000 + ALERT_WINDOW_MS, true)).toMatchObject({ isNew: true, life: { count: 1, isTold: false } });
});
