-- AlterTable
ALTER TABLE "replay_jobs" ADD COLUMN "max_per_s" DOUBLE PRECISION,
ADD COLUMN "next_due_at" TIMESTAMPTZ(3);

-- Nothing else would ever end such a job
ALTER TABLE "replay_jobs" ADD CONSTRAINT "replay_jobs_max_per_s_check" CHECK ("max_per_s" > 0);
