import type pg from 'pg'

export interface ForeignKey {
  /** As SQL names it. */
  table: string
  name: string
  definition: string
  parent: string
  columns: string[]
  parent_columns: string[]
  /** Columns that become null with the row that they name; empty where the row is deleted or its deletion refused. */
  nulled: string[]
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const namesOf = (numbers: string, table: string): string =>
  `array(SELECT a.attname::text FROM unnest(${numbers}) WITH ORDINALITY AS n (no, place)
     JOIN pg_attribute a ON a.attrelid = ${table} AND a.attnum = n.no ORDER BY n.place)`

/** Tables refer to each other, in circles too: references are checked when all rows are there. Returns what was dropped. */
export async function withoutForeignKeys(client: pg.PoolClient): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    SELECT k.conrelid::regclass::text AS table, k.conname AS name, pg_get_constraintdef(k.oid) AS definition,
      k.confrelid::regclass::text AS parent,
      ${namesOf('k.conkey', 'k.conrelid')} AS columns, ${namesOf('k.confkey', 'k.confrelid')} AS parent_columns,
      CASE WHEN k.confdeltype = 'n' THEN ${namesOf('coalesce(k.confdelsetcols, k.conkey)', 'k.conrelid')}
        ELSE '{}' END AS nulled
    FROM pg_constraint k WHERE k.contype = 'f' AND k.connamespace = current_schema()::regnamespace`)
  for (const { table, name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${quoted(name)}`)
  return rows
}

/**
 * Deletes rows that name a row which is not there, or empties the columns that name it, until none is left. Runs as the
 * owner of the tables, since the other roles may not change the audit log.
 */
export async function removeOrphans(client: pg.PoolClient, keys: readonly ForeignKey[]): Promise<void> {
  const { rows: forced } = await client.query<{ table: string }>(
    `SELECT oid::regclass::text AS table FROM pg_class
     WHERE relforcerowsecurity AND relnamespace = current_schema()::regnamespace`,
  )
  // The owner, too, sees no rows of a table that is locked by row.
  for (const { table } of forced) await client.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`)
  while ((await removeOnce(client, keys)) > 0);
  for (const { table } of forced) await client.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`)
}

async function removeOnce(client: pg.PoolClient, keys: readonly ForeignKey[]): Promise<number> {
  let changed = 0
  for (const { table, parent, columns, parent_columns, nulled } of keys) {
    const isSet = columns.map((name) => `c.${quoted(name)} IS NOT NULL`).join(' AND ')
    const same = columns.map((name, index) => `p.${quoted(parent_columns[index] ?? '')} = c.${quoted(name)}`)
    const orphans = `${isSet} AND NOT EXISTS (SELECT 1 FROM ${parent} p WHERE ${same.join(' AND ')})`
    const { rowCount } = await client.query(
      nulled.length > 0
        ? `UPDATE ${table} c SET ${nulled.map((name) => `${quoted(name)} = NULL`).join(', ')} WHERE ${orphans}`
        : `DELETE FROM ${table} c WHERE ${orphans}`,
    )
    changed += rowCount ?? 0
  }
  return changed
}
