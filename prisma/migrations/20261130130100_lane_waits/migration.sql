-- For how long a lane was refused for what, as its owner saw it: what the timeline of a delivery tells of its waits. One row per lane, class and reason, not per
-- delivery and not per refusal.
CREATE TABLE "lane_waits" (
    "subscription_id" UUID NOT NULL,
    "class" TEXT NOT NULL,
    "began_at" TIMESTAMPTZ(3) NOT NULL,
    "reason" TEXT NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "is_open" BOOLEAN NOT NULL,
    "times" INTEGER NOT NULL,
    "until_at" TIMESTAMPTZ(3),
    "limit" DOUBLE PRECISION,

    CONSTRAINT "lane_waits_pkey" PRIMARY KEY ("subscription_id","began_at","class","reason")
) WITH (fillfactor = 80);

CREATE INDEX "lane_waits_open" ON "lane_waits" ("subscription_id") WHERE "is_open";
CREATE INDEX "lane_waits_age" ON "lane_waits" USING BRIN ("began_at");

-- When the attempt after this one was due; null where none was to follow.
ALTER TABLE "attempts" ADD COLUMN "next_due_at" TIMESTAMPTZ(3);
