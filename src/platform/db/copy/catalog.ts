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

const id = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const quotedName = id
export const nameOf = ({ schema, table }: Pick<TableChoice, 'schema' | 'table'>): string => `${id(schema)}.${id(table)}`

/** Columns to write: generated ones are left out. */
const COLUMNS = `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
    coalesce(a.attnum = ANY(i.indkey::int2[]), false) AS key
  FROM pg_attribute a
  LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
  WHERE a.attrelid = to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  ORDER BY a.attname COLLATE "C"`

/** Null where there is no such table. */
export async function describeTable(client: pg.ClientBase, choice: TableChoice): Promise<CopiedTable | null> {
  const { rows } = await client.query<{ name: string; type: string; key: boolean }>(COLUMNS, [nameOf(choice)])
  if (rows.length === 0) return null
  const keyed = rows.filter(({ key }) => key)
  return {
    ...choice,
    columns: rows.map(({ name, type }) => ({ name, type })),
    key: (keyed.length > 0 ? keyed : rows).map(({ name }) => name),
  }
}

/** The ordinary tables of a schema by name, without those that an extension made. */
export async function tablesOf(client: pg.ClientBase, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
      WHERE c.relnamespace = to_regnamespace($1) AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
      ORDER BY c.relname COLLATE "C"`,
    [id(schema)],
  )
  return rows.map(({ name }) => name)
}

/** The sequences of a schema by name. */
export async function sequencesOf(client: pg.ClientBase, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = to_regnamespace($1) AND relkind = 'S'
      ORDER BY relname COLLATE "C"`,
    [id(schema)],
  )
  return rows.map(({ name }) => name)
}

/**
 * Takes down what would stand in the way of rows coming in any order, as the owner of the tables may: foreign keys, the
 * triggers of the product, and row-level security for the owner. Returns the statements that put it back; putting a
 * foreign key back checks every row. Within one transaction.
 */
export async function takeDownGuards(client: pg.ClientBase, schema: string): Promise<string[]> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT r.relname AS "table", k.conname AS name, pg_get_constraintdef(k.oid) AS definition
      FROM pg_constraint k JOIN pg_class r ON r.oid = k.conrelid
      WHERE k.connamespace = to_regnamespace($1) AND k.contype = 'f' AND k.conparentid = 0`,
    [id(schema)],
  )
  const { rows: forced } = await client.query<{ name: string }>(
    'SELECT relname AS name FROM pg_class WHERE relnamespace = to_regnamespace($1) AND relforcerowsecurity',
    [id(schema)],
  )
  const { rows: triggers } = await client.query<{ table: string; name: string }>(
    `SELECT r.relname AS "table", t.tgname AS name FROM pg_trigger t JOIN pg_class r ON r.oid = t.tgrelid
      WHERE r.relnamespace = to_regnamespace($1) AND NOT t.tgisinternal AND t.tgenabled = 'O'`,
    [id(schema)],
  )
  const alter = (table: string, what: string) => `ALTER TABLE ${nameOf({ schema, table })} ${what}`
  for (const { table, name } of keys) await client.query(alter(table, `DROP CONSTRAINT ${id(name)}`))
  for (const { table, name } of triggers) await client.query(alter(table, `DISABLE TRIGGER ${id(name)}`))
  for (const { name } of forced) await client.query(alter(name, 'NO FORCE ROW LEVEL SECURITY'))
  return [
    ...keys.map(({ table, name, definition }) => alter(table, `ADD CONSTRAINT ${id(name)} ${definition}`)),
    ...triggers.map(({ table, name }) => alter(table, `ENABLE TRIGGER ${id(name)}`)),
    ...forced.map(({ name }) => alter(name, 'FORCE ROW LEVEL SECURITY')),
  ]
}
