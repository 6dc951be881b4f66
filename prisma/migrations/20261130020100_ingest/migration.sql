-- CreateTable
CREATE TABLE "event_types" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "kind" TEXT NOT NULL DEFAULT 'json',
    "schema" JSONB,
    "example" JSONB,
    "derived_key" JSONB,
    "announce_completed" BOOLEAN NOT NULL DEFAULT false,
    "changed_xid" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "event_types_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event_completions" (
    "event_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "check_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "event_completions_pkey" PRIMARY KEY ("event_id")
);

-- CreateTable
CREATE TABLE "lane_sheds" (
    "subscription_id" UUID NOT NULL,
    "is_shedding" BOOLEAN NOT NULL DEFAULT false,
    "since" TIMESTAMPTZ(3),
    "samples" JSONB NOT NULL DEFAULT '[]',
    "shed_deliveries" BIGINT NOT NULL DEFAULT 0,
    "shed_bytes" BIGINT NOT NULL DEFAULT 0,
    "observed_at" TIMESTAMPTZ(3),

    CONSTRAINT "lane_sheds_pkey" PRIMARY KEY ("subscription_id")
);

-- CreateTable
CREATE TABLE "web_processes" (
    "id" UUID NOT NULL,
    "heartbeat_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "web_processes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "event_types_tenant_id_name_key" ON "event_types"("tenant_id", "name");

-- CreateIndex
CREATE INDEX "event_types_changed_xid_idx" ON "event_types"("changed_xid");

-- CreateIndex
CREATE INDEX "event_completions_check_at_idx" ON "event_completions"("check_at");

-- CreateIndex
CREATE INDEX "events_log" ON "events"("tenant_id", "id");

-- AddForeignKey
ALTER TABLE "event_types" ADD CONSTRAINT "event_types_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Values that application code relies on
ALTER TABLE "event_types" ADD CONSTRAINT "event_types_kind_check" CHECK ("kind" IN ('json', 'geojson'));

-- As for subscriptions: followers read by the transaction that last changed a row
CREATE FUNCTION "stamp_event_type"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."changed_xid" := pg_current_xact_id()::text::bigint;
  IF TG_OP = 'UPDATE' THEN NEW."updated_at" := now(); END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "event_types_stamp" BEFORE INSERT OR UPDATE ON "event_types"
  FOR EACH ROW EXECUTE FUNCTION "stamp_event_type"();
