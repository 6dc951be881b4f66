-- CreateTable
CREATE TABLE "lane_stats" (
    "subscription_id" UUID NOT NULL,
    "backlog" BIGINT NOT NULL DEFAULT 0,
    "backlog_bytes" BIGINT NOT NULL DEFAULT 0,
    "dead_count" BIGINT NOT NULL DEFAULT 0,
    "oldest_dead_at" TIMESTAMPTZ(3),
    "arrival_per_s" DOUBLE PRECISION,
    "latency_p99_ms" DOUBLE PRECISION,
    "proven_per_s" DOUBLE PRECISION,
    "last_attempt_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "recounted_at" TIMESTAMPTZ(3),

    CONSTRAINT "lane_stats_pkey" PRIMARY KEY ("subscription_id")
);

-- CreateTable
CREATE TABLE "rollup_minutes" (
    "subscription_id" UUID NOT NULL,
    "bucket" TIMESTAMPTZ(0) NOT NULL,
    "succeeded" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "delivered" INTEGER NOT NULL DEFAULT 0,
    "dead" INTEGER NOT NULL DEFAULT 0,
    "attempt_latency" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "total_latency" INTEGER[] DEFAULT ARRAY[]::INTEGER[],

    CONSTRAINT "rollup_minutes_pkey" PRIMARY KEY ("subscription_id","bucket")
);

-- CreateTable
CREATE TABLE "rollup_hours" (
    "subscription_id" UUID NOT NULL,
    "bucket" TIMESTAMPTZ(0) NOT NULL,
    "succeeded" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "delivered" INTEGER NOT NULL DEFAULT 0,
    "dead" INTEGER NOT NULL DEFAULT 0,
    "attempt_latency" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "total_latency" INTEGER[] DEFAULT ARRAY[]::INTEGER[],

    CONSTRAINT "rollup_hours_pkey" PRIMARY KEY ("subscription_id","bucket")
);

-- CreateTable
CREATE TABLE "rollup_days" (
    "subscription_id" UUID NOT NULL,
    "bucket" TIMESTAMPTZ(0) NOT NULL,
    "succeeded" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "delivered" INTEGER NOT NULL DEFAULT 0,
    "dead" INTEGER NOT NULL DEFAULT 0,
    "attempt_latency" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "total_latency" INTEGER[] DEFAULT ARRAY[]::INTEGER[],

    CONSTRAINT "rollup_days_pkey" PRIMARY KEY ("subscription_id","bucket")
);

-- CreateTable
CREATE TABLE "rollup_cursors" (
    "name" TEXT NOT NULL,
    "folded_up_to" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "rollup_cursors_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "rollup_minutes_bucket_idx" ON "rollup_minutes"("bucket");

-- CreateIndex
CREATE INDEX "rollup_hours_bucket_idx" ON "rollup_hours"("bucket");

-- Histograms with the same fixed buckets add up; an absent array counts as zeros
CREATE FUNCTION "add_buckets"("a" integer[], "b" integer[]) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(coalesce("x", 0) + coalesce("y", 0) ORDER BY "n"), '{}')
  FROM unnest("a", "b") WITH ORDINALITY AS "t"("x", "y", "n")
$$;
CREATE AGGREGATE "sum_buckets"(integer[]) (SFUNC = "add_buckets", STYPE = integer[], INITCOND = '{}');
