-- CreateTable
CREATE TABLE "events" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "body" BYTEA,
    "data_offset" INTEGER NOT NULL,
    "data_length" INTEGER NOT NULL,
    "accepted_at" TIMESTAMPTZ(3) NOT NULL,
    "idempotency_key" TEXT,
    "fan_out" TEXT NOT NULL DEFAULT 'done',
    "deliveries" INTEGER NOT NULL,
    "erased_at" TIMESTAMPTZ(3),

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
) PARTITION BY RANGE ("id");

-- CreateTable
CREATE TABLE "deliveries" (
    "id" UUID NOT NULL,
    "shard" SMALLINT NOT NULL,
    "event_id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "replay_id" UUID,
    "generation" SMALLINT NOT NULL DEFAULT 0,
    "class" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "test" BOOLEAN NOT NULL DEFAULT false,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL,
    "prev_delay_ms" INTEGER,
    "lease_token" UUID,
    "lease_expires_at" TIMESTAMPTZ(3),
    "deadline_at" TIMESTAMPTZ(3) NOT NULL,
    "reason" TEXT,
    "sequence" BIGINT,
    "body_bytes" INTEGER NOT NULL,
    "last_status" INTEGER,
    "last_error" TEXT,
    "finished_at" TIMESTAMPTZ(3),
    "replayed_by" UUID,

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("id")
) PARTITION BY RANGE ("id");

-- CreateTable
CREATE TABLE "attempts" (
    "delivery_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "outcome" TEXT NOT NULL,
    "cause" TEXT NOT NULL,
    "trigger" TEXT NOT NULL,
    "status" INTEGER,
    "duration_ms" INTEGER NOT NULL,
    "dns_ms" INTEGER,
    "connect_ms" INTEGER,
    "tls_ms" INTEGER,
    "first_byte_ms" INTEGER,
    "remote_address" TEXT,
    "request_headers" BYTEA NOT NULL,
    "response_headers" BYTEA,
    "response_body" BYTEA,
    "body_truncated" BOOLEAN NOT NULL DEFAULT false,
    "error" TEXT,

    CONSTRAINT "attempts_pkey" PRIMARY KEY ("delivery_id","number")
) PARTITION BY RANGE ("delivery_id");

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "tenant_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "event_id" UUID NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "deliveries" INTEGER,
    "shed" UUID[] DEFAULT ARRAY[]::UUID[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("tenant_id","key")
) PARTITION BY HASH ("tenant_id");

-- CreateTable
CREATE TABLE "replays" (
    "id" UUID NOT NULL,
    "job_id" UUID,
    "delivery_id" UUID NOT NULL,
    "new_delivery_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "replays_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "fan_outs" (
    "event_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'running',
    "subscription_ids" UUID[],
    "done" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "fan_outs_pkey" PRIMARY KEY ("event_id")
);

-- CreateIndex
CREATE INDEX "deliveries_log" ON "deliveries"("subscription_id", "id");

-- CreateIndex
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING BRIN ("created_at");

-- CreateIndex
CREATE INDEX "replays_event_id_idx" ON "replays"("event_id");

-- CreateIndex
CREATE UNIQUE INDEX "replays_job_id_delivery_id_key" ON "replays"("job_id", "delivery_id");

-- Values that application code relies on. `class` is compared byte by byte: the loose index scan of discovery steps over it.
ALTER TABLE "deliveries" ALTER COLUMN "class" TYPE text COLLATE "C";
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_class_check" CHECK ("class" IN ('first', 'retry', 'catch_up', 'ordered'));
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_state_check" CHECK ("state" IN ('pending', 'inflight', 'delivered', 'dead'));

-- Bodies are read as slices and are rarely compressible twice: out of line, uncompressed
ALTER TABLE "events" ALTER COLUMN "body" SET STORAGE EXTERNAL;
ALTER TABLE "attempts" ALTER COLUMN "response_body" SET STORAGE EXTERNAL;

-- The indexes of work that is still open: their size follows the backlog, not the history (each one's reader: docs/indexes.md)
CREATE INDEX "deliveries_due" ON "deliveries" ("shard", "subscription_id", "class", "next_attempt_at") WHERE "state" = 'pending';
CREATE INDEX "deliveries_lease" ON "deliveries" ("lease_expires_at") WHERE "state" = 'inflight';
CREATE INDEX "deliveries_deadline" ON "deliveries" ("deadline_at") WHERE "state" = 'pending';
CREATE INDEX "deliveries_ordered" ON "deliveries" ("subscription_id", "sequence") WHERE "sequence" IS NOT NULL AND "state" IN ('pending', 'inflight');

CREATE UNIQUE INDEX "replays_open" ON "replays" ("delivery_id") WHERE "finished_at" IS NULL;

-- Keys live for days and die in batches; the days' partitions of the ledger are made by the partition job
CREATE TABLE "idempotency_keys_0" PARTITION OF "idempotency_keys" FOR VALUES WITH (MODULUS 4, REMAINDER 0);
CREATE TABLE "idempotency_keys_1" PARTITION OF "idempotency_keys" FOR VALUES WITH (MODULUS 4, REMAINDER 1);
CREATE TABLE "idempotency_keys_2" PARTITION OF "idempotency_keys" FOR VALUES WITH (MODULUS 4, REMAINDER 2);
CREATE TABLE "idempotency_keys_3" PARTITION OF "idempotency_keys" FOR VALUES WITH (MODULUS 4, REMAINDER 3);
