import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  type Behaviour,
  type BehaviourSpec,
  embeddedDatabaseUrl,
  type ProductPlace,
  type ProductUnderTest,
  type ReceivedCopy,
  type Receiver,
  type ReceiverProcess,
  readReceiverLedger,
  startProductUnderTest,
  startReceiver,
  startReceiverProcess,
  type Target,
} from "@hooklane/testkit";
import type pg from "pg";
import { openDatabase } from "./database.ts";
import { keepLogs } from "./process-logs.ts";
import { createTenant, type Tenant } from "./tenant.ts";

export interface WorldOptions {
  /** Default 1. */
  readonly workers?: number;
  /** Policy keys over the defaults. */
  readonly policy?: Readonly<Record<string, unknown>>;
  /** Receivers in a process of their own, by endpoint name. */
  readonly receivers?: Readonly<Record<string, BehaviourSpec>>;
  /** Receivers in this process, for what no description can say. */
  readonly scripted?: Readonly<Record<string, Behaviour>>;
  /** Variables of the product beside the ones set here. */
  readonly env?: Readonly<Record<string, string>>;
  /** The database, when it is not the product's own: how the product reaches it, and how the test does. Both as its owner. */
  readonly database?: { readonly productUrl: string; readonly url: string };
  /** Address that the receivers in their own process listen on. Default 127.0.0.1. */
  readonly receiverHost?: string;
  /** Where the product keeps its data, and what it is started through. */
  readonly place?: ProductPlace;
  /** Lose one delivery and alter one payload before the books are closed. Default false. */
  readonly planted?: boolean;
}

/** A product with receivers and tenants, all in processes of their own but the scripted receivers and the producers. */
export interface World {
  readonly product: ProductUnderTest;
  readonly receivers: ReceiverProcess | undefined;
  readonly scripted: Receiver | undefined;
  /** A delivery is lost and a payload altered before the books are closed. */
  readonly planted: boolean;
  /** Ledgers lie here. */
  readonly folder: string;
  /** The product's database, as its owner. */
  readonly db: pg.Pool;
  readonly tenants: readonly Tenant[];
  /** Where each lane's copies arrive, by subscription id. */
  readonly targets: ReadonlyMap<string, Target>;
  tenant(name: string): Promise<Tenant>;
  /** What the receivers wrote down so far. */
  copies(): ReceivedCopy[];
  /** Ends everything. @param logsTo keeps the processes' logs there */
  close(logsTo?: string): Promise<void>;
}

/** Of this machine alone: a fault test's receivers are exactly what the egress guard exists to refuse. */
const loopback = "127.0.0.0/8";

/** What an operator with a database of their own must bring. */
const freshSecrets = () => ({
  AUTH_SECRET: randomBytes(32).toString("base64"),
  HOOKLANE_SECRET_KEYS: `1:${randomBytes(32).toString("base64")}`,
});

export async function openWorld(options: WorldOptions): Promise<World> {
  const { workers = 1, policy = {}, receivers: specs = {}, scripted: behaviours = {}, env = {}, database } = options;
  const receiverHost = options.receiverHost === undefined ? {} : { host: options.receiverHost };
  const folder = mkdtempSync(path.join(tmpdir(), "hooklane-faults-"));
  const ledgerFile = path.join(folder, "receivers.ndjson");
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  const targets = new Map<string, Target>();
  const tenants: Tenant[] = [];
  const ends: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const scripted = await startReceiver({ behaviours, ledgerFile, syncedLedger: true, keepRequests: 0 });
    ends.push(scripted.stop);
    const receivers =
      Object.keys(specs).length > 0
        ? await startReceiverProcess({ ledgerFile, syncedLedger: true, behaviours: specs, ...receiverHost })
        : undefined;
    if (receivers) ends.push(receivers.stop);
    for (const name of Object.keys(specs)) await receivers?.setSecret(name, secret);
    for (const name of Object.keys(behaviours)) scripted.setSecret(name, secret);
    const product = await startProductUnderTest(
      {
        HOOKLANE_WORKERS: String(workers),
        HOOKLANE_POLICY: JSON.stringify(policy),
        HOOKLANE_ALLOW_HTTP: "1",
        HOOKLANE_EGRESS_ALLOW: loopback,
        ...(database && { DATABASE_URL: database.productUrl, ...freshSecrets() }),
        ...env,
      },
      "node",
      options.place,
    );
    ends.push(product.dispose);
    const db = openDatabase(database?.url ?? embeddedDatabaseUrl(product.dataFolder));
    ends.push(() => db.end());
    const urlOf = (endpoint: string): string => {
      const port = receivers?.ports[endpoint] ?? scripted.ports[endpoint];
      if (port === undefined) throw new RangeError(`no receiver is named ${endpoint}`);
      return `http://127.0.0.1:${port}/`;
    };
    return {
      product,
      receivers,
      scripted,
      planted: options.planted ?? false,
      folder,
      db,
      tenants,
      targets,
      async tenant(name) {
        const { api_key: apiKey } = await product.createTenant(name);
        const tenant = createTenant({ name, apiKey, baseUrl: product.baseUrl, folder, secret, urlOf, targets });
        ends.push(() => Promise.all(tenant.producers.map((producer) => producer.close())));
        tenants.push(tenant);
        return tenant;
      },
      copies: () => readReceiverLedger(ledgerFile),
      async close(logsTo) {
        if (logsTo !== undefined) keepLogs(product.dataFolder, logsTo);
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
