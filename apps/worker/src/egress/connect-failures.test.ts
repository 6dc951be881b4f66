import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { allowOf, dnsOf, openEgress, openReceiver, requestTo } from "./test-support/egress-kit.ts";
import { answer } from "./test-support/receiver.ts";

test("a port nobody listens on is refused as such", async () => {
  // Receivers of this suite listen on 127.0.0.1 alone, so the same port of another loopback address is surely closed.
  const { port } = await openReceiver({});
  const egress = openEgress([], { allow: allowOf(`127.0.0.7:${port}`) });
  const exchange = await egress.post(requestTo(`http://127.0.0.7:${port}/`));
  expect(exchange).toMatchObject({ result: { kind: "error", error: "connect_refused" }, remoteAddress: "127.0.0.7", reusedSocket: false });
  expect(exchange.timings.connectMs).toBeGreaterThanOrEqual(0);
});

test("a name's next address is tried when one refuses", async () => {
  const receiver = await openReceiver({ onRequest: (socket) => socket.write(answer(200)) });
  const dns = dnsOf((_hostname, family) => (family === 4 ? ["127.0.0.3", "127.0.0.1"] : []));
  const egress = openEgress([], { dns, allow: allowOf(`127.0.0.3:${receiver.port}`, `127.0.0.1:${receiver.port}`) });
  expect(await egress.post(requestTo(`http://rx.example:${receiver.port}/`))).toMatchObject({
    result: { kind: "response", status: 200 },
    remoteAddress: "127.0.0.1",
  });
});

/** A listener that accepts nothing: its process is stopped and its short queue is full, so the kernel answers no more. */
async function openBlackHole(): Promise<{ port: number; close(): void }> {
  const script =
    "require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () { console.log(this.address().port) })";
  const child: ChildProcess = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  const [chunk] = (await once(child.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
  const port = Number(chunk.toString());
  child.kill("SIGSTOP");
  const fillers: Socket[] = [];
  for (let isFull = false; !isFull; ) {
    const filler = connect(port, "127.0.0.1");
    filler.on("error", () => {});
    fillers.push(filler);
    isFull = await Promise.race([
      once(filler, "connect").then(() => false),
      new Promise<boolean>((resolve) => setTimeout(resolve, 200, true)),
    ]);
  }
  return {
    port,
    close() {
      for (const filler of fillers) filler.destroy();
      child.kill("SIGKILL");
    },
  };
}

test("a black hole ends at the connect timeout, or earlier at the total deadline, and is never said to have been sent", async () => {
  const hole = await openBlackHole();
  try {
    const slow = openEgress([hole.port], { connectTimeoutMs: 200, totalTimeoutMs: 5_000 });
    const exchange = await slow.post(requestTo(`http://127.0.0.1:${hole.port}/`));
    expect(exchange.result).toMatchObject({ kind: "error", error: "connect_timeout" });
    expect(exchange.timings.totalMs).toBeLessThan(5_000);
    expect(slow.stats()).toMatchObject({ connections: 0, hosts: 0 });

    const short = openEgress([hole.port], { connectTimeoutMs: 5_000, totalTimeoutMs: 200 });
    expect((await short.post(requestTo(`http://127.0.0.1:${hole.port}/`))).result).toMatchObject({ error: "connect_timeout" });

    const stopped = openEgress([hole.port], { connectTimeoutMs: 5_000, totalTimeoutMs: 5_000 });
    const running = stopped.post(requestTo(`http://127.0.0.1:${hole.port}/`));
    await stopped.close();
    expect((await running).result).toMatchObject({ error: "shutdown" });
  } finally {
    hole.close();
  }
});
