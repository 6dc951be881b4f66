-- A member of the support staff at work in a tenant. It gives rights only while a live session names it, which every request reads anew.
CREATE TABLE "support_visits" (
    "id" UUID NOT NULL,
    "staff_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "ticket" TEXT NOT NULL DEFAULT '',
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "elevated_at" TIMESTAMPTZ(3),
    "elevation_reason" TEXT,
    "ended_at" TIMESTAMPTZ(3),
    "ended_by" TEXT,

    CONSTRAINT "support_visits_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "support_visits_tenant_id_id_idx" ON "support_visits"("tenant_id", "id");

-- AddForeignKey
ALTER TABLE "support_visits" ADD CONSTRAINT "support_visits_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "support_visits" ADD CONSTRAINT "support_visits_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- No visit is longer than this, whatever the application says
ALTER TABLE "support_visits" ADD CONSTRAINT "support_visits_span_check" CHECK ("ends_at" <= "started_at" + interval '30 minutes');

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN "visit_id" UUID;
