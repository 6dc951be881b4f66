-- The visit of support staff that an entry was part of
ALTER TABLE "audit_log" ADD COLUMN "visit_id" UUID;

-- What is looked at on a visit is noted once, however often it is read
CREATE UNIQUE INDEX "audit_log_looks_key" ON "audit_log" ("visit_id", ("after" ->> 'call'), "target_id", ("after" ->> 'name'))
  NULLS NOT DISTINCT WHERE "action" = 'support.look';
