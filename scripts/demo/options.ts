import { parseArgs } from "node:util";

export interface DemoOptions {
  /** End by itself after this many seconds of events; absent: until Ctrl-C. */
  seconds?: number;
  /** Nothing on stdout but the final JSON object. */
  json: boolean;
  /** Events per second. */
  rate: number;
  /** Sample receivers that are left out, by name. */
  without: string[];
}

export const usage = `npm run demo -- [--seconds N] [--json] [--rate N] [--without NAME …]
  --seconds N     end after N seconds of events, drain, and print the accounts as one line of JSON
  --json          nothing on stdout but that line
  --rate N        events per second (20)
  --without NAME  leave out a sample receiver: slow, flaky, server_error, unauthorized, black_hole, healthy_2, healthy_3`;

export type DemoOptionsResult = { ok: true; options: DemoOptions } | { ok: false; problem: string };

export function parseDemoOptions(args: string[]): DemoOptionsResult {
  try {
    const { values } = parseArgs({
      args,
      options: {
        seconds: { type: "string" },
        json: { type: "boolean", default: false },
        rate: { type: "string", default: "20" },
        without: { type: "string", multiple: true, default: [] },
      },
    });
    const { json, without } = values;
    const rate = positive("--rate", values.rate);
    if (without.includes("healthy")) throw new Error("--without healthy leaves nothing to compare with");
    if (values.seconds === undefined && json) throw new Error("--json needs --seconds: without an end there is no result");
    return {
      ok: true,
      options: { json, rate, without, ...(values.seconds !== undefined && { seconds: positive("--seconds", values.seconds) }) },
    };
  } catch (error) {
    return { ok: false, problem: (error as Error).message };
  }
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0 && value < 1e6)) throw new Error(`${name} must be a number above 0, not "${text}"`);
  return value;
}
