-- Workers keep each subscription together with its tenant's plan: a change of the plan is followed as a change of the tenant's subscriptions.
CREATE FUNCTION "touch_subscriptions_of_tenant"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "subscriptions" SET "updated_at" = now() WHERE "tenant_id" = NEW."id" AND "state" <> 'deleted';
  RETURN NULL;
END $$;
CREATE TRIGGER "tenants_touch_subscriptions" AFTER UPDATE ON "tenants" FOR EACH ROW
  WHEN (NEW."plan" IS DISTINCT FROM OLD."plan" OR NEW."plan_override" IS DISTINCT FROM OLD."plan_override" OR NEW."deleted_at" IS DISTINCT FROM OLD."deleted_at")
  EXECUTE FUNCTION "touch_subscriptions_of_tenant"();

-- What the last review of capacity found: lanes whose plan allows less than a month of their traffic needs. Replaced as a whole by the next review.
CREATE TABLE "capacity_findings" (
    "subscription_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "arrival_per_s" DOUBLE PRECISION NOT NULL,
    "latency_p99_ms" INTEGER NOT NULL,
    "needed" INTEGER NOT NULL,
    "cap" INTEGER NOT NULL,
    "reviewed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "capacity_findings_pkey" PRIMARY KEY ("subscription_id")
);
