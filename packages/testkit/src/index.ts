export { balance } from "./accounting/balance.ts";
export type { BalanceOptions, Books, BooksInput, PlatformDelivery, PlatformHealth, Target } from "./accounting/books.ts";
export { type CollectedPlatform, type CollectPlatformOptions, collectPlatform } from "./accounting/collect-platform.ts";
export type { DelayFigures } from "./accounting/figures.ts";
export type { Violation, ViolationKind } from "./accounting/violations.ts";
export { findLively, hostileText, type MailForms } from "./mail/hostile-text.ts";
export { parseScrape, type Sample, type Scrape, scrape } from "./metrics/scrape.ts";
export { gateBefore, type TcpGate } from "./network/tcp-gate.ts";
export { dumpOf } from "./postgres/dump-of.ts";
export { type PrismaDiff, type PrismaDiffOptions, prismaDiff } from "./postgres/prisma-diff.ts";
export { createTestDatabase, type TestDatabase, type TestDatabaseOptions } from "./postgres/test-database.ts";
export { type OpenTransaction, watchTransactions } from "./postgres/watch-transactions.ts";
export { createProducer, type Producer, type ProducerOptions } from "./producer/create-producer.ts";
export { type GeofenceEvent, type GeofenceEventsOptions, geofenceEvents } from "./producer/geofence-events.ts";
export type { ProducedEvent } from "./producer/produced-event.ts";
export { type Intent, type Outcome, type ProducerRecord, readProducerLedger } from "./producer/producer-ledger.ts";
export type { StreamOptions, StreamResult } from "./producer/run-stream.ts";
export { embeddedDatabaseUrl } from "./product/embedded-database-url.ts";
export {
  childrenOf,
  descendantsOf,
  isAlive,
  type ProductPlace,
  type ProductUnderTest,
  startProductUnderTest,
} from "./product/product-under-test.ts";
export { workerOpsUrl } from "./product/worker-ops-url.ts";
export type { Answer, Behaviour, ReceivedRequest } from "./receiver/behaviour.ts";
export type { BehaviourSpec } from "./receiver/behaviour-spec.ts";
export type { EndpointCounts } from "./receiver/endpoint.ts";
export { type EnvelopeParts, sliceEnvelope } from "./receiver/envelope.ts";
export { type Arrival, type ReceivedCopy, readReceiverLedger } from "./receiver/receiver-ledger.ts";
export { type ReceiverProcess, type ReceiverProcessOptions, startReceiverProcess } from "./receiver/receiver-process.ts";
export { sampleReceivers } from "./receiver/sample-receivers.ts";
export type { SignatureVerdict } from "./receiver/signature-check.ts";
export { type Receiver, type StartReceiverOptions, startReceiver } from "./receiver/start-receiver.ts";
export { type WaitForOptions, waitFor } from "./wait-for.ts";
