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

const quoteIdentifier = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`

const columnNamesOf = (columnNumbers: string, tableAlias: string): string =>
  `array(SELECT a.attname::text FROM unnest(${columnNumbers}) WITH ORDINALITY AS n (no, place)
     JOIN pg_attribute a ON a.attrelid = ${tableAlias} AND a.attnum = n.no ORDER BY n.place)`

/** Tables refer to each other, in circles too: references are checked when all rows are there. Returns what was dropped. */
export async function withoutForeignKeys(connection: pg.PoolClient): Promise<ForeignKey[]> {
  const { rows } = await connection.query<ForeignKey>(`
    SELECT k.conrelid::regclass::text AS table, k.conname AS name, pg_get_constraintdef(k.oid) AS definition,
      k.confrelid::regclass::text AS parent,
      ${columnNamesOf('k.conkey', 'k.conrelid')} AS columns, ${columnNamesOf('k.confkey', 'k.confrelid')} AS parent_columns,
      CASE WHEN k.confdeltype = 'n' THEN ${columnNamesOf('coalesce(k.confdelsetcols, k.conkey)', 'k.conrelid')}
        ELSE '{}' END AS nulled
    FROM pg_constraint k WHERE k.contype = 'f' AND k.connamespace = current_schema()::regnamespace`)
  for (const { table, name } of rows)
    await connection.query(`ALTER TABLE ${table} DROP CONSTRAINT ${quoteIdentifier(name)}`)
  return rows
}

/**
 * Deletes rows that name a row which is not there, or empties the columns that name it, until none is left. Runs as the
 * owner of the tables, since the other roles may not change the audit log.
 */
export async function removeOrphans(connection: pg.PoolClient, foreignKeys: readonly ForeignKey[]): Promise<void> {
  const { rows: forced } = await connection.query<{ table: string }>(
    `SELECT oid::regclass::text AS table FROM pg_class
     WHERE relforcerowsecurity AND relnamespace = current_schema()::regnamespace`,
  )
  // The owner, too, sees no rows of a table that is locked by row.
  for (const { table } of forced) await connection.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`)
  while ((await removeOnce(connection, foreignKeys)) > 0);
  for (const { table } of forced) await connection.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`)
}

async function removeOnce(connection: pg.PoolClient, foreignKeys: readonly ForeignKey[]): Promise<number> {
  let changedRows = 0
  for (const { table, parent, columns, parent_columns, nulled } of foreignKeys) {
    const isReferenceSet = columns.map((columnName) => `c.${quoteIdentifier(columnName)} IS NOT NULL`).join(' AND ')
    const sameValues = columns.map(
      (columnName, columnIndex) =>
        `p.${quoteIdentifier(parent_columns[columnIndex] ?? '')} = c.${quoteIdentifier(columnName)}`,
    )
    const orphanCondition = `${isReferenceSet} AND NOT EXISTS (SELECT 1 FROM ${parent} p WHERE ${sameValues.join(' AND ')})`
    const { rowCount } = await connection.query(
      nulled.length > 0
        ? `UPDATE ${table} c SET ${nulled.map((columnName) => `${quoteIdentifier(columnName)} = NULL`).join(', ')} WHERE ${orphanCondition}`
        : `DELETE FROM ${table} c WHERE ${orphanCondition}`,
    )
    changedRows += rowCount ?? 0
  }
  return changedRows
}
