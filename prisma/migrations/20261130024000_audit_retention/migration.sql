-- The audit log stays append-only for everybody; what is older than a year may be deleted, by the owner of the table alone, so that it can be kept for a
-- stated time and no longer.
DROP TRIGGER "audit_log_append_only" ON "audit_log";
CREATE TRIGGER "audit_log_append_only" BEFORE UPDATE OR TRUNCATE ON "audit_log"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();

CREATE FUNCTION "refuse_young_audit_delete"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."at" >= now() - interval '1 year' THEN
    RAISE EXCEPTION 'audit_log is append-only: DELETE of an entry of the last year is refused' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER "audit_log_keep_a_year" BEFORE DELETE ON "audit_log"
  FOR EACH ROW EXECUTE FUNCTION "refuse_young_audit_delete"();
