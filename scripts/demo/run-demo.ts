import path from "node:path";
import { apiClient } from "../runtime/api-client.ts";
import { createTenantIn } from "../runtime/create-tenant.ts";
import type { Settings } from "../runtime/settings.ts";
import { type Product, startProduct } from "../runtime/start-product.ts";
import type { StopRequest } from "../runtime/stop-request.ts";
import { type AccountsInput, closeAccounts, type DemoResult, drained } from "./accounts.ts";
import { type DemoState, demoFolder, readDemoState, saveDemoState } from "./demo-state.ts";
import { ensureSubscriptions } from "./ensure-subscriptions.ts";
import { ensureTenant } from "./ensure-tenant.ts";
import { type LiveCounters, liveCounters } from "./live-counters.ts";
import type { DemoOptions } from "./options.ts";
import { ProgressLine } from "./progress-line.ts";
import { type DemoReceivers, startReceivers } from "./start-receivers.ts";
import { streamEvents } from "./stream-events.ts";

const DRAIN_TIMEOUT_MS = 60_000;
const REDRAW_MS = 250;
/** Exit code of a run that was called off before its accounts could be closed. */
const CALLED_OFF = 130;

/**
 * Starts everything, streams until the end or Ctrl-C, and ends everything it started.
 * @returns the exit code: 1 when it could not start or a promise was broken
 */
export async function runDemo(options: DemoOptions, settings: Settings, stop: StopRequest): Promise<number> {
  const line = new ProgressLine(options.json ? process.stderr : process.stdout);
  let receivers: DemoReceivers | undefined;
  const started = await startProduct(settings, {
    say: (text) => line.say(text),
    signal: stop.signal,
    prepare: async () => {
      receivers = await startReceivers(settings.dataFolder, options.without);
      return { env: receivers.env, stop: receivers.process.stop };
    },
  });
  if (!started.ok || !receivers) {
    if (stop.signal.aborted) return options.seconds === undefined ? 0 : CALLED_OFF;
    if (!started.ok) for (const problem of started.problems) console.error(problem);
    return 1;
  }
  let ending: Ending;
  try {
    ending = await play({ options, settings, stop, line, product: started.product, receivers });
  } catch (error) {
    line.end();
    console.error((error as Error).message);
    ending = { code: 1 };
  }
  line.end();
  line.say("Stopping …");
  // Receivers first: what is in flight to the slow and the silent one then ends at once, and so does the draining.
  await receivers.process.stop();
  await started.product.stop();
  if (ending.result) process.stdout.write(`${JSON.stringify(ending.result)}\n`);
  return ending.code;
}

interface Ending {
  code: number;
  /** Printed as the last line of all. */
  result?: DemoResult;
}

interface Stage {
  options: DemoOptions;
  settings: Settings;
  stop: StopRequest;
  line: ProgressLine;
  product: Product;
  receivers: DemoReceivers;
}

async function play(stage: Stage): Promise<Ending> {
  const { options, settings, stop, line, product, receivers } = stage;
  const { tenant, subscriptions } = await prepareTenant(stage);
  line.say(`\n  Open       ${product.url}`);
  line.say(`  Sign in    ${tenant.email}  ${tenant.password}`);
  line.say(`  API key    ${tenant.apiKey}`);
  line.say(`  Receivers  ${Object.keys(receivers.urls).join(", ")}\n`);

  const files = { producer: path.join(demoFolder(settings.dataFolder), "producer.ndjson"), receivers: receivers.ledgerFile };
  const redraw = keepDrawing(line, liveCounters(files, options.seconds === undefined), options.seconds);
  try {
    const producer = await streamEvents({
      baseUrl: product.localUrl,
      apiKey: tenant.apiKey,
      ratePerSecond: options.rate,
      targets: Object.values(subscriptions),
      ledgerFile: files.producer,
      until: stop.signal,
      ...(options.seconds !== undefined && { seconds: options.seconds }),
    });
    if (options.seconds === undefined) return { code: 0 };
    const input = { baseUrl: product.localUrl, apiKey: tenant.apiKey, producer, receiverLedger: files.receivers, subscriptions };
    return stop.signal.aborted ? { code: CALLED_OFF } : await settle(input, stop, line);
  } finally {
    redraw.stop();
  }
}

/** The demo's tenant and one subscription per receiver, whose signatures the receivers check. */
async function prepareTenant({ settings, product, receivers }: Stage): Promise<{
  tenant: NonNullable<DemoState["tenant"]>;
  subscriptions: Record<string, string>;
}> {
  const state = readDemoState(settings.dataFolder);
  const tenant = await ensureTenant(product.localUrl, state.tenant, (input) => createTenantIn(product.database.appUrl, input));
  saveDemoState(settings.dataFolder, { ...state, tenant });
  const subscriptions = await ensureSubscriptions(apiClient(product.localUrl, tenant.apiKey), state.subscriptions, receivers.urls);
  saveDemoState(settings.dataFolder, { ...state, tenant, subscriptions });
  for (const [name, { secret }] of Object.entries(subscriptions)) await receivers.process.setSecret(name, secret);
  return { tenant, subscriptions: Object.fromEntries(Object.entries(subscriptions).map(([name, { id }]) => [name, id])) };
}

/** Lets the queue drain and closes the accounts. */
async function settle(input: AccountsInput, stop: StopRequest, line: ProgressLine): Promise<Ending> {
  line.say("Draining …");
  if (!(await drained(input, DRAIN_TIMEOUT_MS, stop.signal))) {
    if (stop.signal.aborted) return { code: CALLED_OFF };
    line.say(`Deliveries to healthy receivers are still open after ${DRAIN_TIMEOUT_MS / 1000} s.`);
  }
  const { result, books } = await closeAccounts(input);
  line.end();
  for (const { kind, detail } of books.examples) console.error(`${kind}: ${detail}`);
  return { code: books.ok ? 0 : 1, result };
}

function keepDrawing(line: ProgressLine, counters: LiveCounters, seconds: number | undefined): { stop(): void } {
  const startedAt = performance.now();
  const timer = setInterval(() => {
    const elapsed = Math.floor((performance.now() - startedAt) / 1000);
    line.update(`${seconds === undefined ? `${elapsed} s` : `${elapsed} of ${seconds} s`} · ${counters.text()}`);
  }, REDRAW_MS);
  return { stop: () => clearInterval(timer) };
}
