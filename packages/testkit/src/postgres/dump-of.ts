import type pg from "pg";

/** Everything of every table, as text; bytes as hexadecimal digits. @param owner a session of the owner's, or a pool of them */
export async function dumpOf(owner: pg.Pool | pg.ClientBase): Promise<string> {
  const { rows } = await owner.query<{ name: string }>(
    "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'pgboss')",
  );
  const texts: string[] = [];
  for (const { name } of rows)
    texts.push((await owner.query(`SELECT coalesce(string_agg(t::text, E'\\n'), '') AS text FROM ${name} t`)).rows[0].text);
  return texts.join("\n");
}
