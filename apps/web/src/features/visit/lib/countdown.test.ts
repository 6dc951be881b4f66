import { expect, test } from "vitest";
import { countdown } from "./countdown.ts";

const ends = "2026-01-01T00:30:00.000Z";
const at = (time: string) => countdown(ends, Date.parse(`2026-01-01T${time}Z`));

test("what is left is told in minutes and seconds, and a visit is over at its end, not before", () => {
  expect(at("00:00:00.000")).toEqual({ text: "30:00", isOver: false });
  expect(at("00:28:54.500")).toEqual({ text: "1:06", isOver: false });
  expect(at("00:29:59.900")).toEqual({ text: "0:01", isOver: false });
  expect(at("00:30:00.000")).toEqual({ text: "0:00", isOver: true });
  expect(at("02:00:00.000")).toEqual({ text: "0:00", isOver: true });
});
