-- What a worker's policies know of a lane, kept through restarts and shard moves, and what the owner saw last, for people who ask why a delivery waits.
-- Apart from lane_stats, which every settled batch changes: this is written each minute and when a circuit or a refusal changes.
CREATE TABLE "lane_states" (
    "subscription_id" UUID NOT NULL,
    "state" JSONB NOT NULL,
    "live" JSONB,
    "config_error" JSONB,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "lane_states_pkey" PRIMARY KEY ("subscription_id")
) WITH (fillfactor = 70);

CREATE TABLE "host_states" (
    "host" TEXT NOT NULL,
    "circuit" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "host_states_pkey" PRIMARY KEY ("host")
) WITH (fillfactor = 70);

-- What the operator allows one host instead of the configured cap.
CREATE TABLE "host_limits" (
    "host" TEXT NOT NULL,
    "cap" INTEGER NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "host_limits_pkey" PRIMARY KEY ("host"),
    CONSTRAINT "host_limits_cap" CHECK ("cap" BETWEEN 1 AND 10000)
);

-- New deliveries ever created for the lane, replays not counted: the workers measure arrivals from it.
ALTER TABLE "lane_stats" ADD COLUMN "arrived" BIGINT NOT NULL DEFAULT 0;
-- λ, L and the proven rate are parts of lane_states; nothing wrote the time of the last attempt.
ALTER TABLE "lane_stats" DROP COLUMN "arrival_per_s", DROP COLUMN "latency_p99_ms", DROP COLUMN "proven_per_s", DROP COLUMN "last_attempt_at";

-- What staff changed of the plan for one tenant.
ALTER TABLE "tenants" ADD COLUMN "plan_override" JSONB;
