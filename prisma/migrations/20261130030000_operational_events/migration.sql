-- CreateTable
CREATE TABLE "dead_minutes" (
    "subscription_id" UUID NOT NULL,
    "minute" TIMESTAMPTZ(0) NOT NULL,
    "count" INTEGER NOT NULL,
    "latest" UUID NOT NULL,

    CONSTRAINT "dead_minutes_pkey" PRIMARY KEY ("subscription_id","minute")
);

-- Few subscriptions ask for the platform's own events: they are found without reading the tenant's others
CREATE FUNCTION "takes_operational"("patterns" text[]) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT EXISTS (SELECT FROM unnest("patterns") AS "p"("pattern") WHERE "pattern" LIKE 'hooklane.%')
$$;
CREATE INDEX "subscriptions_operational" ON "subscriptions" ("tenant_id") WHERE "takes_operational"("event_types") AND "state" <> 'deleted';

-- The type of an event of any day, for statements whose plans hold the newest days alone
CREATE FUNCTION "type_of_event"("event" uuid) RETURNS text LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
  RETURN (SELECT "type" FROM "events" WHERE "id" = "event");
END $$;
