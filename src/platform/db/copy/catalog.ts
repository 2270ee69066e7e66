import type pg from 'pg'

/** A table to copy: the rows that match `where`, with columns replaced by `instead`. */
export interface TableChoice {
  schema: string
  table: string
  where?: string
  /** SQL by column name. */
  instead?: Record<string, string>
}

/** A table as both databases know it. */
export interface CopiedTable extends TableChoice {
  columns: { name: string; type: string }[]
  /** Columns of the primary key; all columns where there is none. */
  key: string[]
}

const quoteIdentifier = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`
export const quotedName = quoteIdentifier
export const qualifiedName = ({ schema, table }: Pick<TableChoice, 'schema' | 'table'>): string =>
  `${quoteIdentifier(schema)}.${quoteIdentifier(table)}`

/** Columns to write: generated ones are left out. */
const COLUMNS_QUERY = `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
    coalesce(a.attnum = ANY(i.indkey::int2[]), false) AS key
  FROM pg_attribute a
  LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
  WHERE a.attrelid = to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  ORDER BY a.attname COLLATE "C"`

/** Null where there is no such table. */
export async function describeTable(connection: pg.ClientBase, tableChoice: TableChoice): Promise<CopiedTable | null> {
  const { rows } = await connection.query<{ name: string; type: string; key: boolean }>(COLUMNS_QUERY, [
    qualifiedName(tableChoice),
  ])
  if (rows.length === 0) return null
  const keyColumns = rows.filter(({ key }) => key)
  return {
    ...tableChoice,
    columns: rows.map(({ name, type }) => ({ name, type })),
    key: (keyColumns.length > 0 ? keyColumns : rows).map(({ name }) => name),
  }
}

/** The ordinary tables of a schema by name, without those that an extension made. */
export async function tablesOf(connection: pg.ClientBase, schemaName: string): Promise<string[]> {
  const { rows } = await connection.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
      WHERE c.relnamespace = to_regnamespace($1) AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
      ORDER BY c.relname COLLATE "C"`,
    [quoteIdentifier(schemaName)],
  )
  return rows.map(({ name }) => name)
}

/** The sequences of a schema by name. */
export async function sequencesOf(connection: pg.ClientBase, schemaName: string): Promise<string[]> {
  const { rows } = await connection.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = to_regnamespace($1) AND relkind = 'S'
      ORDER BY relname COLLATE "C"`,
    [quoteIdentifier(schemaName)],
  )
  return rows.map(({ name }) => name)
}

/**
 * Takes down what would stand in the way of rows coming in any order, as the owner of the tables may: foreign keys, the
 * triggers of the product, and row-level security for the owner. Returns the statements that put it back; putting a
 * foreign key back checks every row. Within one transaction.
 */
export async function takeDownGuards(connection: pg.ClientBase, schemaName: string): Promise<string[]> {
  const { rows: keys } = await connection.query<{ table: string; name: string; definition: string }>(
    `SELECT r.relname AS "table", k.conname AS name, pg_get_constraintdef(k.oid) AS definition
      FROM pg_constraint k JOIN pg_class r ON r.oid = k.conrelid
      WHERE k.connamespace = to_regnamespace($1) AND k.contype = 'f' AND k.conparentid = 0`,
    [quoteIdentifier(schemaName)],
  )
  const { rows: forced } = await connection.query<{ name: string }>(
    'SELECT relname AS name FROM pg_class WHERE relnamespace = to_regnamespace($1) AND relforcerowsecurity',
    [quoteIdentifier(schemaName)],
  )
  const { rows: triggers } = await connection.query<{ table: string; name: string }>(
    `SELECT r.relname AS "table", t.tgname AS name FROM pg_trigger t JOIN pg_class r ON r.oid = t.tgrelid
      WHERE r.relnamespace = to_regnamespace($1) AND NOT t.tgisinternal AND t.tgenabled = 'O'`,
    [quoteIdentifier(schemaName)],
  )
  const alterStatement = (tableName: string, alteration: string) =>
    `ALTER TABLE ${qualifiedName({ schema: schemaName, table: tableName })} ${alteration}`
  for (const { table, name } of keys)
    await connection.query(alterStatement(table, `DROP CONSTRAINT ${quoteIdentifier(name)}`))
  for (const { table, name } of triggers)
    await connection.query(alterStatement(table, `DISABLE TRIGGER ${quoteIdentifier(name)}`))
  for (const { name } of forced) await connection.query(alterStatement(name, 'NO FORCE ROW LEVEL SECURITY'))
  return [
    ...keys.map(({ table, name, definition }) =>
      alterStatement(table, `ADD CONSTRAINT ${quoteIdentifier(name)} ${definition}`),
    ),
    ...triggers.map(({ table, name }) => alterStatement(table, `ENABLE TRIGGER ${quoteIdentifier(name)}`)),
    ...forced.map(({ name }) => alterStatement(name, 'FORCE ROW LEVEL SECURITY')),
  ]
}
