-- AlterTable
ALTER TABLE "events" ADD COLUMN     "broadcast" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "fan_outs" ADD COLUMN     "snapshot" TEXT NOT NULL DEFAULT pg_current_snapshot()::text,
ADD COLUMN     "tenant_ids" UUID[],
ADD COLUMN     "total" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "after_tenant_id" UUID,
ADD COLUMN     "after_id" UUID;

-- A fan-out that is running goes on with what matches now; what it has written already it writes no second time
UPDATE "fan_outs" SET "tenant_ids" = ARRAY["tenant_id"], "total" = cardinality("subscription_ids"), "done" = 0;
ALTER TABLE "fan_outs" DROP COLUMN "subscription_ids";
ALTER TABLE "fan_outs" ALTER COLUMN "snapshot" DROP DEFAULT;
ALTER TABLE "fan_outs" ALTER COLUMN "total" DROP DEFAULT;

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "matched_xid" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "subscription_versions" (
    "subscription_id" UUID NOT NULL,
    "replaced_xid" BIGINT NOT NULL,
    "matched_xid" BIGINT NOT NULL,
    "event_types" TEXT[],
    "filter" JSONB,
    "replaced_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "subscription_versions_pkey" PRIMARY KEY ("subscription_id","replaced_xid")
);

-- What an event that was accepted before a change matched must stay readable until its fan-out is done: whoever was matched is owed a delivery.
-- `matched_xid` is the transaction since which a row matches what it matches.
CREATE OR REPLACE FUNCTION "stamp_subscription"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."changed_xid" := pg_current_xact_id()::text::bigint;
  IF TG_OP = 'INSERT' THEN
    NEW."matched_xid" := NEW."changed_xid";
    RETURN NEW;
  END IF;
  NEW."version" := OLD."version" + 1;
  NEW."updated_at" := now();
  IF OLD."state" <> 'deleted'
    AND (NEW."event_types" IS DISTINCT FROM OLD."event_types" OR NEW."filter" IS DISTINCT FROM OLD."filter" OR NEW."state" = 'deleted') THEN
    NEW."matched_xid" := NEW."changed_xid";
    INSERT INTO "subscription_versions" ("subscription_id", "replaced_xid", "matched_xid", "event_types", "filter")
    VALUES (OLD."id", NEW."changed_xid", OLD."matched_xid", OLD."event_types", OLD."filter")
    ON CONFLICT DO NOTHING; -- a transaction that changes twice replaces what was there before it
  END IF;
  RETURN NEW;
END $$;
