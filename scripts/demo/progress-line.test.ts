import { expect, test } from "vitest";
import { ProgressLine } from "./progress-line.ts";

function screen(terminal: { isTTY: true; columns: number } | undefined) {
  let text = "";
  let nowMs = 0;
  const out = {
    ...terminal,
    write: (chunk: string) => {
      text += chunk;
    },
  };
  return {
    line: new ProgressLine(out, () => nowMs),
    text: () => text,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

test("on a terminal one line is written over and over, cut to the width, and other lines go above it", () => {
  const { line, text } = screen({ isTTY: true, columns: 10 });
  line.update("123456789012345");
  line.say("note");
  line.end();
  line.say("after");
  expect(text()).toBe("\r\x1b[K123456789\r\x1b[Knote\n123456789\nafter\n");
});

test("elsewhere there is a plain line every ten seconds and no control characters", () => {
  const { line, text, pass } = screen(undefined);
  for (let second = 1; second <= 25; second++) {
    pass(1_000);
    line.update(`${second} s`);
  }
  line.say("note");
  line.end();
  expect(text()).toBe("10 s\n20 s\nnote\n");
});
