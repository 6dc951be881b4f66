-- AlterTable
ALTER TABLE "replay_jobs" ADD COLUMN "told_at" TIMESTAMPTZ(3);

-- What is over already is no news
UPDATE "replay_jobs" SET "told_at" = "finished_at" WHERE "finished_at" IS NOT NULL;

-- Only the few that are over and not told
CREATE INDEX "replay_jobs_untold" ON "replay_jobs" ("finished_at") WHERE "finished_at" IS NOT NULL AND "told_at" IS NULL;
