import { describe, expect, it } from "vitest";
import { waitFor } from "./wait-for.ts";

describe("waitFor", () => {
  it("gives back the first truthy answer", async () => {
    const answers = [0, null, "", "here"];
    expect(await waitFor(() => answers.shift(), { what: "an answer", intervalMs: 1 })).toBe("here");
  });

  it("takes an error for not yet, so that an assertion can be the condition", async () => {
    let left = 3;
    const assertion = () => {
      left -= 1;
      expect(left).toBe(0);
      return true;
    };
    await waitFor(assertion, { what: "the assertion", intervalMs: 1 });
    expect(left).toBe(0);
  });

  it("names what it waited for, how long, and the last answer when the time is over", async () => {
    await expect(waitFor(() => false, { what: "the moon", timeoutMs: 20, intervalMs: 5 })).rejects.toThrow(
      /^waited for the moon: still not so after 20 ms and \d+ questions \(last answer: false\)$/,
    );
  });

  it("keeps the last error as the cause", async () => {
    const cause = new Error("no such row");
    const waiting = waitFor(() => Promise.reject(cause), { what: "the row", timeoutMs: 20, intervalMs: 5 });
    await expect(waiting).rejects.toMatchObject({ message: expect.stringContaining("last error: no such row"), cause });
  });

  it("gives up on a question that never returns", async () => {
    await expect(waitFor(() => new Promise<boolean>(() => {}), { what: "silence", timeoutMs: 20 })).rejects.toThrow("waited for silence");
  });
});
