export { ALERT_WINDOW_MS } from "./alerts/alert-life.ts";
export * from "./alerts/alert-preferences.ts";
export type { AlertRow } from "./alerts/alert-rows.ts";
export * from "./alerts/change-alert.ts";
export * from "./alerts/list-alerts.ts";
export * from "./alerts/operator-alerts.ts";
export { type AlertSubject, type Relief, raiseAlert, settleAlert, settleAlertsOf, type Trouble } from "./alerts/raise-alert.ts";
export * from "./alerts/reconcile-alerts.ts";
export * from "./alerts/send-notices.ts";
export * from "./crypto/key-ring.ts";
export * from "./events/build-body.ts";
export * from "./follow/circuit-news.ts";
export * from "./follow/event-type-follower.ts";
export * from "./follow/lane-looks.ts";
export * from "./follow/listener.ts";
export * from "./follow/subscription-follower.ts";
export * from "./follow/wake-up.ts";
export type { ApiKey, EventType, Invitation, Subscription, SubscriptionSecret, SupportVisit, User } from "./generated/prisma/client.ts";
export * from "./ids/shard.ts";
export * from "./ids/uuid-v7.ts";
export * from "./jobs/boss.ts";
export * from "./mail/outbox.ts";
export * from "./mail/queue-mail.ts";
export * from "./operational/accept-operational-event.ts";
export * from "./operational/fact-queue.ts";
export * from "./operational/last-error.ts";
export * from "./operational/report-deaths.ts";
export * from "./operational/report-replays.ts";
export * from "./partitions/analyze-growth.ts";
export { DAY_MS, MAX_OPEN_MS } from "./partitions/bounds.ts";
export * from "./partitions/drop-partitions.ts";
export * from "./partitions/ensure-partitions.ts";
export * from "./pools/db-clock.ts";
export * from "./pools/in-transaction.ts";
export * from "./pools/pools.ts";
export * from "./pools/probe-database.ts";
export * from "./pools/with-session.ts";
export * from "./prepare-database.ts";
export * from "./prisma-client.ts";
export * from "./queries/add-accepted.ts";
export * from "./queries/advance-fan-out.ts";
export * from "./queries/attempt-limits.ts";
export { auditEvents, type EventAudit, readOverdue } from "./queries/audit-ledger.ts";
export { type Claim, type ClaimedDelivery, claimDeliveries } from "./queries/claim-deliveries.ts";
export { claimOrdered, type OrderedHead } from "./queries/claim-ordered.ts";
export * from "./queries/clear-earlier-shards.ts";
export * from "./queries/count-event-types.ts";
export { deadLetterRetries } from "./queries/dead-letter-retries.ts";
export * from "./queries/delete-idempotency-keys.ts";
export { type DueLane, discoverLanes } from "./queries/discover-lanes.ts";
export * from "./queries/end-claimed.ts";
export * from "./queries/end-erased.ts";
export * from "./queries/end-pending.ts";
export * from "./queries/event-completions.ts";
export { expireDeliveries } from "./queries/expire-deliveries.ts";
export { exportTenant } from "./queries/export-tenant.ts";
export * from "./queries/find-fault-example.ts";
export * from "./queries/fold-rollups.ts";
export * from "./queries/forget-fan-outs.ts";
export * from "./queries/forget-unconfirmed.ts";
export * from "./queries/insert-events.ts";
export * from "./queries/lane-states.ts";
export * from "./queries/lane-waits.ts";
export * from "./queries/latency-buckets.ts";
export * from "./queries/list-attempts.ts";
export { type AuditQuery, type AuditRecord, listAudit } from "./queries/list-audit.ts";
export * from "./queries/list-deliveries.ts";
export * from "./queries/list-events.ts";
export {
  listTenantDeliveries,
  type TenantDeliveryFilter,
  type TenantDeliveryPage,
  type TenantDeliveryRecord,
} from "./queries/list-tenant-deliveries.ts";
export { loadEvents, type StoredEvent } from "./queries/load-events.ts";
export * from "./queries/observe-backlogs.ts";
export * from "./queries/rank-endpoints.ts";
export * from "./queries/read-arrivals.ts";
export * from "./queries/read-backlogs.ts";
export * from "./queries/read-day-results.ts";
export * from "./queries/read-event-deliveries.ts";
export * from "./queries/read-event-types.ts";
export * from "./queries/read-event-volumes.ts";
export * from "./queries/read-explained-delivery.ts";
export * from "./queries/read-host-limits.ts";
export * from "./queries/read-idempotency-keys.ts";
export * from "./queries/read-lane-books.ts";
export { type PendingClassHead, readPendingHeads } from "./queries/read-pending-heads.ts";
export * from "./queries/read-secret-seen.ts";
export * from "./queries/read-session.ts";
export * from "./queries/read-shard-gaps.ts";
export * from "./queries/read-statistics.ts";
export * from "./queries/read-subscriptions.ts";
export * from "./queries/read-tenant-books.ts";
export { reapLeases } from "./queries/reap-leases.ts";
export * from "./queries/recount-lanes.ts";
export * from "./queries/release-claimed.ts";
export { sampleArrivals, sampleBacklogs } from "./queries/sample-lanes.ts";
export { type Settlement, settleAttempts } from "./queries/settle-attempts.ts";
export * from "./queries/shards.ts";
export * from "./queries/web-processes.ts";
export { advanceReplay, type ReplayRules, type ReplayStep, type TenantPlan } from "./replays/advance-replay.ts";
export * from "./replays/change-replay-job.ts";
export * from "./replays/create-replay-job.ts";
export * from "./replays/delete-old-replays.ts";
export type { ReplaySubscription } from "./replays/feed-replays.ts";
export { type DeliveryReplay, replayDelivery } from "./replays/replay-delivery.ts";
export {
  completeReplayJob,
  finalOf,
  isDone,
  listReplayJobs,
  type ReplayJobFilter,
  type ReplayJobRecord,
  type ReplayJobState,
  readReplayJob,
} from "./replays/replay-job.ts";
export { countSelection, type ReplaySelection, type SelectionCount } from "./replays/replay-selection.ts";
export * from "./repositories/account-tokens.ts";
export * from "./repositories/api-keys.ts";
export * from "./repositories/audit-log.ts";
export * from "./repositories/credentials.ts";
export * from "./repositories/disable-subscription.ts";
export * from "./repositories/erase-tenant.ts";
export * from "./repositories/event-types.ts";
export * from "./repositories/inboxes.ts";
export * from "./repositories/limits.ts";
export * from "./repositories/members.ts";
export * from "./repositories/reencrypt.ts";
export * from "./repositories/seal-credentials.ts";
export * from "./repositories/secrets.ts";
export * from "./repositories/sessions.ts";
export * from "./repositories/staff.ts";
export * from "./repositories/subscriptions.ts";
export * from "./repositories/support-visits.ts";
export * from "./repositories/tenants.ts";
export * from "./repositories/test-sends.ts";
export * from "./repositories/users.ts";
export { APPLICATION_ROLE, applicationUrl } from "./roles.ts";
export * from "./support/capacity.ts";
export { type EndedVisit, endOverVisits, endVisit, visitEndEntry } from "./support/end-visit.ts";
export * from "./support/find-tenants.ts";
export * from "./support/read-fleet.ts";
export * from "./support/read-jobs.ts";
export * from "./support/read-tenant-load.ts";
export * from "./support/record-look.ts";
