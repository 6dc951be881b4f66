-- Who registered an endpoint hears of its alerts. For those that exist the audit log knows.
ALTER TABLE "subscriptions" ADD COLUMN "created_by" UUID;
UPDATE "subscriptions" AS "s" SET "created_by" = "a"."actor_id" FROM "audit_log" AS "a"
  WHERE "a"."tenant_id" = "s"."tenant_id" AND "a"."target_id" = "s"."id" AND "a"."action" = 'subscription.create' AND "a"."actor_kind" = 'user';

-- CreateTable
CREATE TABLE "alerts" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "subscription_id" UUID,
    "host" TEXT,
    "state" TEXT NOT NULL DEFAULT 'open',
    "evidence" JSONB NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 1,
    "first_seen" TIMESTAMPTZ(3) NOT NULL,
    "last_seen" TIMESTAMPTZ(3) NOT NULL,
    "resolved_at" TIMESTAMPTZ(3),
    "resolved_by" UUID,
    "acknowledged_by" UUID,
    "muted_until" TIMESTAMPTZ(3),
    "is_told" BOOLEAN NOT NULL DEFAULT false,
    "told_at" TIMESTAMPTZ(3),
    "notice_at" TIMESTAMPTZ(3),

    CONSTRAINT "alerts_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "alerts_state" CHECK ("state" IN ('open', 'acknowledged', 'muted', 'resolved')),
    CONSTRAINT "alerts_resolved" CHECK (("state" = 'resolved') = ("resolved_at" IS NOT NULL)),
    CONSTRAINT "alerts_muted" CHECK (("state" = 'muted') = ("muted_until" IS NOT NULL))
);

-- CreateTable
CREATE TABLE "alert_defaults" (
    "tenant_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "by_mail" BOOLEAN NOT NULL,

    CONSTRAINT "alert_defaults_pkey" PRIMARY KEY ("tenant_id","kind")
);

-- CreateTable
CREATE TABLE "alert_choices" (
    "tenant_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "by_mail" BOOLEAN NOT NULL,

    CONSTRAINT "alert_choices_pkey" PRIMARY KEY ("tenant_id","user_id","kind")
);

-- CreateTable
CREATE TABLE "alert_digests" (
    "tenant_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "held" INTEGER NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alert_digests_pkey" PRIMARY KEY ("tenant_id","user_id")
);

-- At most one alert of a kind about one thing is not over, whoever opens it
CREATE UNIQUE INDEX "alerts_active" ON "alerts" ("tenant_id", "kind", "subject") WHERE "state" <> 'resolved';

-- CreateIndex
CREATE INDEX "alerts_tenant_id_kind_subject_id_idx" ON "alerts"("tenant_id", "kind", "subject", "id");

-- CreateIndex
CREATE INDEX "alerts_tenant_id_id_idx" ON "alerts"("tenant_id", "id");

-- Only those of which people are to be told
CREATE INDEX "alerts_notice" ON "alerts" ("notice_at") WHERE "notice_at" IS NOT NULL;

-- Only secrets that run out
CREATE INDEX "subscription_secrets_ending" ON "subscription_secrets" ("expires_at") WHERE "expires_at" IS NOT NULL;
