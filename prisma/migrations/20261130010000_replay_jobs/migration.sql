-- CreateTable
CREATE TABLE "replay_jobs" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'queued',
    "since" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "types" TEXT[],
    "states" TEXT[],
    "filter_hash" BYTEA NOT NULL,
    "failure" TEXT,
    "step" INTEGER NOT NULL DEFAULT 0,
    "cursor_id" UUID,
    "held" BOOLEAN NOT NULL DEFAULT false,
    "selected" BIGINT NOT NULL DEFAULT 0,
    "queued" BIGINT NOT NULL DEFAULT 0,
    "pace_per_s" DOUBLE PRECISION,
    "rate_per_s" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "measured" BIGINT NOT NULL DEFAULT 0,
    "measured_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "touched_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "fed_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "replay_jobs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "replay_counts" (
    "job_id" UUID NOT NULL,
    "delivered" BIGINT NOT NULL DEFAULT 0,
    "dead" BIGINT NOT NULL DEFAULT 0,
    "cancelled" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "replay_counts_pkey" PRIMARY KEY ("job_id")
);

-- CreateIndex
CREATE INDEX "replay_jobs_tenant_id_id_idx" ON "replay_jobs"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "replays_subscription_id_new_delivery_id_idx" ON "replays"("subscription_id", "new_delivery_id");

-- Values that application code relies on. A row of the class `held` belongs to a paused replay: no lane is ever offered it. The check of classes is only
-- widened, so what is there need not be read again.
ALTER TABLE "replay_jobs" ADD CONSTRAINT "replay_jobs_state_check" CHECK ("state" IN ('queued', 'running', 'paused', 'cancelled', 'completed', 'failed'));
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_class_check";
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_class_check" CHECK ("class" IN ('first', 'retry', 'catch_up', 'ordered', 'held')) NOT VALID;

-- Each one's reader: docs/indexes.md
CREATE INDEX "deliveries_dead" ON "deliveries" ("subscription_id", "id") WHERE "state" = 'dead' AND "replayed_by" IS NULL;
CREATE INDEX "replays_job_open" ON "replays" ("job_id", "new_delivery_id") WHERE "finished_at" IS NULL;
CREATE UNIQUE INDEX "replay_jobs_open" ON "replay_jobs" ("subscription_id", "filter_hash") WHERE "state" IN ('queued', 'running', 'paused');
CREATE INDEX "replay_jobs_unfinished" ON "replay_jobs" ("touched_at") WHERE "finished_at" IS NULL;
