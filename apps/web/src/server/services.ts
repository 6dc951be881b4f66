import type { EndpointUrlRules } from "@hooklane/contracts/egress";
import type { JobSender, KeyRing, PrismaClient } from "@hooklane/db";
import type pg from "pg";
import type { Logger } from "pino";
import type { IngestGate } from "./accept/ingest-gate.ts";
import type { SubscriptionIndex } from "./accept/subscription-index.ts";
import type { SignInService } from "./auth/sign-in-services.ts";
import type { PolicyConfig } from "./core.ts";
import type { KeyDirectory } from "./http/key-directory.ts";
import type { UploadBudget } from "./http/upload-budget.ts";
import type { WebObservation } from "./ops/web-observation.ts";
import type { OutageLog } from "./outage-log.ts";
import type { Readiness } from "./readiness.ts";
import type { AcceptServices } from "./use-cases/events/accept-event.ts";

/** What the adapters and use-cases of the web process work with. Built once, in container.ts. */
export interface Services {
  log: Logger;
  outages: OutageLog;
  /** Where people and programs reach this installation; no slash at its end. */
  publicUrl: string;
  db: PrismaClient;
  /** For the log of deliveries and attempts: what the control plane's client does not know. */
  pool: pg.Pool;
  /** ms since 1970 by the database's clock. */
  now: () => number;
  /** Seals session cookies. */
  authSecret: string;
  /** Other services through which people sign in. */
  signInServices: readonly SignInService[];
  /** Whether a worker hands mail to a mail server; if not, it stays in the outbox. */
  sendsMail: boolean;
  secretKeys: KeyRing;
  urlRules: EndpointUrlRules;
  policy: PolicyConfig;
  jobs: Pick<JobSender, "send" | "retry">;
  index: SubscriptionIndex;
  /** Resolves when this process's catalogue holds every change committed before the call. */
  refreshEventTypes: () => Promise<void>;
  ingest: IngestGate;
  uploads: UploadBudget;
  /** Resolves when this process's index holds every change committed before the call. */
  refreshIndex: () => Promise<void>;
  /** Hints to workers that these shards have new work. */
  announce: (shards: Iterable<number>) => void;
  /** Asks the worker that sends for a subscription to write down where it stands: somebody looks. */
  askOwner: (subscriptionId: string) => void;
  keys: KeyDirectory;
  accept: AcceptServices;
  readiness: Readiness;
  observation: Pick<WebObservation, "answered">;
}
