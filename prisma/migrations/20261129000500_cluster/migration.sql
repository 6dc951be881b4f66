-- CreateTable
CREATE TABLE "workers" (
    "id" UUID NOT NULL,
    "incarnation" UUID NOT NULL,
    "hostname" TEXT NOT NULL,
    "pid" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "heartbeat_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "draining" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "workers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "shards" (
    "shard" SMALLINT NOT NULL,
    "owner" UUID,
    "acquired_at" TIMESTAMPTZ(3),

    CONSTRAINT "shards_pkey" PRIMARY KEY ("shard")
);

ALTER TABLE "shards" ADD CONSTRAINT "shards_shard_check" CHECK ("shard" BETWEEN 0 AND 1023);
INSERT INTO "shards" ("shard") SELECT generate_series(0, 1023);
