-- A change of a tenant's plan is followed by the tenant's own row: touching each of its subscriptions wrote ten thousand rows where one has changed.
DROP TRIGGER "tenants_touch_subscriptions" ON "tenants";
DROP FUNCTION "touch_subscriptions_of_tenant"();

ALTER TABLE "tenants" ADD COLUMN     "changed_xid" BIGINT NOT NULL DEFAULT 0;
CREATE INDEX "tenants_changed_xid_idx" ON "tenants"("changed_xid");

CREATE FUNCTION "stamp_tenant"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."changed_xid" := pg_current_xact_id()::text::bigint;
  RETURN NEW;
END $$;
CREATE TRIGGER "tenants_stamp" BEFORE UPDATE ON "tenants" FOR EACH ROW
  WHEN (NEW."plan" IS DISTINCT FROM OLD."plan" OR NEW."plan_override" IS DISTINCT FROM OLD."plan_override" OR NEW."deleted_at" IS DISTINCT FROM OLD."deleted_at")
  EXECUTE FUNCTION "stamp_tenant"();

-- A hint only: followers also poll
CREATE TRIGGER "tenants_announce" AFTER UPDATE ON "tenants" FOR EACH ROW
  WHEN (NEW."changed_xid" IS DISTINCT FROM OLD."changed_xid")
  EXECUTE FUNCTION "announce_subscription_change"();
