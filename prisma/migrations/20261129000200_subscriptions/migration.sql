-- CreateTable
CREATE TABLE "subscriptions" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "event_types" TEXT[],
    "filter" JSONB,
    "format" TEXT NOT NULL DEFAULT 'envelope',
    "ordered" BOOLEAN NOT NULL DEFAULT false,
    "mode" TEXT NOT NULL DEFAULT 'at_least_once',
    "custom_headers" JSONB NOT NULL DEFAULT '{}',
    "retry_policy" JSONB NOT NULL DEFAULT '{}',
    "retryable_statuses" JSONB NOT NULL DEFAULT '[]',
    "rate_limit" INTEGER,
    "state" TEXT NOT NULL DEFAULT 'active',
    "disabled_reason" TEXT,
    "shard" SMALLINT NOT NULL,
    "routing_version" INTEGER NOT NULL DEFAULT 1,
    "earlier_shards" SMALLINT[] DEFAULT ARRAY[]::SMALLINT[],
    "version" INTEGER NOT NULL DEFAULT 1,
    "changed_xid" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "subscriptions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subscription_secrets" (
    "id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "sealed" BYTEA NOT NULL,
    "key_number" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "subscription_secrets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lane_sequences" (
    "subscription_id" UUID NOT NULL,
    "last" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "lane_sequences_pkey" PRIMARY KEY ("subscription_id")
);

-- CreateIndex
CREATE INDEX "subscriptions_tenant_id_id_idx" ON "subscriptions"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "subscriptions_changed_xid_idx" ON "subscriptions"("changed_xid");

-- CreateIndex
CREATE INDEX "subscription_secrets_subscription_id_idx" ON "subscription_secrets"("subscription_id");

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_secrets" ADD CONSTRAINT "subscription_secrets_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscriptions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Values that application code relies on
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_state_check" CHECK ("state" IN ('active', 'paused', 'disabled', 'deleted'));
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_mode_check" CHECK ("mode" IN ('at_least_once', 'at_most_once'));
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_format_check" CHECK ("format" IN ('envelope', 'raw'));
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_shard_check" CHECK ("shard" BETWEEN 0 AND 1023);

-- Every change is stamped with its transaction, so that a follower reads "changed by a transaction not older than the oldest one
-- that was running at my last look" and misses none, in whatever order transactions commit
CREATE FUNCTION "stamp_subscription"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."changed_xid" := pg_current_xact_id()::text::bigint;
  IF TG_OP = 'UPDATE' THEN
    NEW."version" := OLD."version" + 1;
    NEW."updated_at" := now();
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "subscriptions_stamp" BEFORE INSERT OR UPDATE ON "subscriptions"
  FOR EACH ROW EXECUTE FUNCTION "stamp_subscription"();

-- A follower of subscriptions also follows their secrets
CREATE FUNCTION "touch_subscription_of_secret"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "subscriptions" SET "updated_at" = now() WHERE "id" = coalesce(NEW."subscription_id", OLD."subscription_id");
  RETURN NULL;
END $$;
CREATE TRIGGER "subscription_secrets_touch" AFTER INSERT OR UPDATE OR DELETE ON "subscription_secrets"
  FOR EACH ROW EXECUTE FUNCTION "touch_subscription_of_secret"();

-- A hint only: followers also poll
CREATE FUNCTION "announce_subscription_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('hooklane_subscriptions', '');
  RETURN NULL;
END $$;
CREATE TRIGGER "subscriptions_announce" AFTER INSERT OR UPDATE ON "subscriptions"
  FOR EACH STATEMENT EXECUTE FUNCTION "announce_subscription_change"();
