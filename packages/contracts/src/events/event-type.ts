import { z } from "zod";

/** Dot-separated words: letters, digits, `_` and `-`. At most 128 characters. */
const word = "[A-Za-z0-9_-]+";

export const eventTypeSchema = z
  .string()
  .max(128, "an event type has at most 128 characters")
  .regex(new RegExp(`^${word}(\\.${word})*$`), "an event type is words of letters, digits, _ and - joined by dots, like order.paid");

/** What a subscription asks for: an event type, `prefix.*`, or `*`. */
export const eventTypePatternSchema = z
  .string()
  .max(130, "an event type pattern has at most 130 characters")
  .regex(new RegExp(`^(\\*|${word}(\\.${word})*(\\.\\*)?)$`), "expected an event type like order.paid, a pattern like order.*, or *");

/** Types of the platform's own events; producers cannot post them. */
export const isOperationalType = (type: string): boolean => type === "hooklane" || type.startsWith("hooklane.");
