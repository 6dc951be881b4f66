-- AlterTable
ALTER TABLE "lane_stats" ADD COLUMN "sampled_arrived" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "rollup_minutes" ADD COLUMN "accepted" INTEGER NOT NULL DEFAULT 0, ADD COLUMN "backlog" INTEGER, ADD COLUMN "oldest_due_s" INTEGER;

-- AlterTable
ALTER TABLE "rollup_hours" ADD COLUMN "accepted" INTEGER NOT NULL DEFAULT 0, ADD COLUMN "backlog" INTEGER, ADD COLUMN "oldest_due_s" INTEGER;

-- AlterTable
ALTER TABLE "rollup_days" ADD COLUMN "accepted" INTEGER NOT NULL DEFAULT 0, ADD COLUMN "backlog" INTEGER, ADD COLUMN "oldest_due_s" INTEGER;

-- What arrived before there were samples belongs to no minute
UPDATE "lane_stats" SET "sampled_arrived" = "arrived";
