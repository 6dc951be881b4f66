import { expect, test } from "vitest";
import { isOperationalType } from "../events/event-type.ts";
import { operationalEvents, operationalTypes } from "./operational-events.ts";

test.each(operationalTypes)("%s is a type that no producer can post, and its example is what its schema says", (type) => {
  expect(isOperationalType(type)).toBe(true);
  const { schema, example } = operationalEvents[type];
  expect(schema.parse(example)).toEqual(example);
});
