import type { AlertKind } from "@hooklane/contracts";
import type pg from "pg";

/** Whether a workspace, and a member instead, want mail of kinds of alerts; a kind of which neither said anything is sent. */
export interface StoredPreferences {
  workspace: ReadonlyMap<AlertKind, boolean>;
  mine: ReadonlyMap<AlertKind, boolean>;
}

export async function readAlertPreferences(pool: pg.Pool, tenantId: string, userId: string): Promise<StoredPreferences> {
  const [workspace, mine] = await Promise.all([
    pool.query<{ kind: AlertKind; byMail: boolean }>(`SELECT kind, by_mail AS "byMail" FROM alert_defaults WHERE tenant_id = $1`, [
      tenantId,
    ]),
    pool.query<{ kind: AlertKind; byMail: boolean }>(
      `SELECT kind, by_mail AS "byMail" FROM alert_choices WHERE tenant_id = $1 AND user_id = $2`,
      [tenantId, userId],
    ),
  ]);
  const toMap = (rows: { kind: AlertKind; byMail: boolean }[]) => new Map(rows.map(({ kind, byMail }) => [kind, byMail]));
  return { workspace: toMap(workspace.rows), mine: toMap(mine.rows) };
}

/** What the workspace's members get unless they chose for themselves. */
export async function setAlertDefault(client: pg.ClientBase, tenantId: string, kind: AlertKind, byMail: boolean): Promise<void> {
  await client.query(
    `INSERT INTO alert_defaults (tenant_id, kind, by_mail) VALUES ($1::uuid, $2, $3::boolean)
     ON CONFLICT (tenant_id, kind) DO UPDATE SET by_mail = excluded.by_mail`,
    [tenantId, kind, byMail],
  );
}

/** @param byMail null: as the workspace says */
export async function setAlertChoice(
  client: pg.ClientBase,
  { tenantId, userId }: { tenantId: string; userId: string },
  kind: AlertKind,
  byMail: boolean | null,
): Promise<void> {
  if (byMail === null) {
    await client.query("DELETE FROM alert_choices WHERE tenant_id = $1::uuid AND user_id = $2::uuid AND kind = $3", [
      tenantId,
      userId,
      kind,
    ]);
    return;
  }
  await client.query(
    `INSERT INTO alert_choices (tenant_id, user_id, kind, by_mail) VALUES ($1::uuid, $2::uuid, $3, $4::boolean)
     ON CONFLICT (tenant_id, user_id, kind) DO UPDATE SET by_mail = excluded.by_mail`,
    [tenantId, userId, kind, byMail],
  );
}
