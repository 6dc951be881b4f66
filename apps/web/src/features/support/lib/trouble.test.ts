import { expect, test } from "vitest";
import { troubleOf } from "./trouble.ts";

const well = {
  ...{ id: "sub_1", url: "https://a.example/", state: "active", disabled_reason: null, circuit: "closed" },
  ...{ backlog: 0, dead_count: 0, shedding: false, config_cause: null },
};

test("everything that is wrong with an endpoint is named, the worst first, and nothing else", () => {
  expect(troubleOf(well)).toEqual([]);
  const all = {
    ...well,
    state: "disabled",
    disabled_reason: "gone",
    circuit: "open",
    config_cause: "status_404",
    shedding: true,
    dead_count: 2,
  };
  expect(troubleOf(all).map(({ text }) => text)).toEqual([
    "disabled: gone",
    "circuit open",
    "looks set up wrongly: status_404",
    "sheds new deliveries",
    "has dead deliveries",
  ]);
  expect(troubleOf({ ...well, circuit: "half_open" })).toEqual([{ text: "probing", tone: "wait" }]);
});
