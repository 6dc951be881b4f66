-- How many events of a type a tenant had in an hour. Counted from the events themselves, a little later, by a job: accepting events writes nothing here.
CREATE TABLE "event_type_hours" (
    "tenant_id" UUID NOT NULL,
    "bucket" TIMESTAMPTZ(0) NOT NULL,
    "type" TEXT NOT NULL,
    "events" BIGINT NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "event_type_hours_pkey" PRIMARY KEY ("tenant_id","bucket","type")
) WITH (fillfactor = 80);

CREATE INDEX "event_type_hours_age" ON "event_type_hours" USING BRIN ("bucket");
