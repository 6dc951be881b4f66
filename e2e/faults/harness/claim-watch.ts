import type pg from "pg";

/** What was wrong with the claims of a run. */
export interface ClaimFindings {
  readonly claims: number;
  /** Attempt numbers that were claimed again although nobody had given them back. */
  readonly doubleClaims: number;
  /** Claims of a delivery whose lease was still running. */
  readonly stolenLeases: number;
}

/** Writes down every claim in the database itself, where no process can see it otherwise. To be called before the load. */
export async function watchClaims(db: pg.Pool): Promise<void> {
  await db.query(`
    CREATE TABLE fault_claims (
      delivery_id uuid NOT NULL, attempt integer NOT NULL, given_back boolean NOT NULL, stolen boolean NOT NULL
    );
    CREATE FUNCTION note_claim() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
    BEGIN
      INSERT INTO fault_claims VALUES (NEW.id, greatest(OLD.attempt, NEW.attempt), NEW.attempt < OLD.attempt,
        NEW.attempt > OLD.attempt AND OLD.state = 'inflight' AND OLD.lease_expires_at > clock_timestamp());
      RETURN NULL;
    END $$;
    CREATE TRIGGER note_claim AFTER UPDATE ON deliveries FOR EACH ROW WHEN (OLD.attempt <> NEW.attempt) EXECUTE FUNCTION note_claim();`);
}

export async function claimFindings(db: pg.Pool): Promise<ClaimFindings> {
  const { rows } = await db.query<ClaimFindings>(`
    SELECT coalesce(sum(claims), 0)::integer AS claims, coalesce(sum(greatest(claims - back - 1, 0)), 0)::integer AS "doubleClaims",
      coalesce(sum(stolen), 0)::integer AS "stolenLeases"
    FROM (
      SELECT count(*) FILTER (WHERE NOT given_back) AS claims, count(*) FILTER (WHERE given_back) AS back, count(*) FILTER (WHERE stolen) AS stolen
      FROM fault_claims GROUP BY delivery_id, attempt
    ) t`);
  return rows[0] as ClaimFindings;
}
