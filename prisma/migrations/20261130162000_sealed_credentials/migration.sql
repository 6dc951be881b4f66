-- The query of an endpoint's URL and the values of its custom headers are often credentials: they are sealed as signing secrets are. `url` then ends with
-- the `?` that the query follows, and `custom_headers` holds names alone, each with null. Rows that were written before are sealed by a job; both are read.
ALTER TABLE "subscriptions" ADD COLUMN     "headers_key_number" INTEGER,
ADD COLUMN     "headers_sealed" BYTEA,
ADD COLUMN     "query_key_number" INTEGER,
ADD COLUMN     "query_sealed" BYTEA;

ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_query_check"
  CHECK (("query_sealed" IS NULL) = ("query_key_number" IS NULL) AND ("query_sealed" IS NULL OR "url" LIKE '%?'));
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_headers_check"
  CHECK (("headers_sealed" IS NULL) = ("headers_key_number" IS NULL));
