import type pg from 'pg'
import { type CopiedTable, nameOf, quotedName } from './catalog.ts'

/** The columns of a row as texts, in the order of the table's `columns`. */
export type Row = (string | null)[]

/** A batch grows while it is smaller than this, and shrinks when it is larger than that; in characters. */
const SMALL = 256 * 1024
const LARGE = 4 * 1024 * 1024
const MAX_ROWS = 5_000

/** Makes both databases format values identically, regardless of their configuration. */
export const SAME_TEXTS = `SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL IntervalStyle = 'postgres';
  SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'`

const sizeOf = (rows: Row[]): number =>
  rows.reduce((sum, row) => sum + row.reduce((all, text) => all + (text?.length ?? 0), 0), 0)

/** All chosen rows in the order of their keys, in batches, through a cursor of the open transaction. */
export async function* readRows(client: pg.ClientBase, table: CopiedTable): AsyncGenerator<Row[]> {
  const text = (name: string) => `(${table.instead?.[name] ?? quotedName(name)})::text`
  const values = table.columns.map(({ name }) => text(name))
  const order = table.key.map((name) => `${text(name)} COLLATE "C"`)
  await client.query(
    `DECLARE copied_rows NO SCROLL CURSOR FOR SELECT ${values.join(', ')} FROM ${nameOf(table)}
      ${table.where ? `WHERE ${table.where}` : ''} ORDER BY ${order.join(', ')}`,
  )
  for (let size = 100; ; ) {
    const { rows } = await client.query<Row>({ text: `FETCH ${size} FROM copied_rows`, rowMode: 'array' })
    if (rows.length > 0) yield rows
    if (rows.length < size) break
    const length = sizeOf(rows)
    if (length < SMALL) size = Math.min(MAX_ROWS, size * 2)
    else if (length > LARGE) size = Math.max(1, Math.floor(size / 4))
  }
  await client.query('CLOSE copied_rows')
}

/** Adds rows, with the numbers they have. */
export async function writeRows(client: pg.ClientBase, table: CopiedTable, rows: Row[]): Promise<void> {
  const names = table.columns.map(({ name }) => quotedName(name))
  const values = table.columns.map(({ type }, index) => `c${index}::${type}`)
  const parameters = table.columns.map((_, index) => `$${index + 1}::text[]`)
  const columns = table.columns.map((_, index) => rows.map((row) => row[index] ?? null))
  await client.query(
    `INSERT INTO ${nameOf(table)} (${names.join(', ')}) OVERRIDING SYSTEM VALUE
      SELECT ${values.join(', ')} FROM unnest(${parameters.join(', ')}) AS r(${names.map((_, index) => `c${index}`).join(', ')})`,
    columns,
  )
}

/** Yields single rows from the batches. */
async function* oneByOne(batches: AsyncGenerator<Row[]>): AsyncGenerator<Row> {
  for await (const rows of batches) yield* rows
}

const same = (left: Row, right: Row): boolean =>
  left.length === right.length && left.every((text, index) => text === right[index])

/**
 * Compares every column of every row of the two. Returns how many rows there are. Throws with the key of the first row
 * that differs, or that only one of them has.
 */
export async function compareRows(
  source: pg.ClientBase,
  target: pg.ClientBase,
  table: CopiedTable,
  copied: CopiedTable,
): Promise<number> {
  const there = oneByOne(readRows(target, copied))
  let count = 0
  const keyOf = (row: Row) =>
    table.columns.flatMap(({ name }, index) => (table.key.includes(name) ? [`${name} ${row[index]}`] : [])).join(', ')
  const differs = (row: Row) => new Error(`The table ${table.table} was not copied as it is: the row ${keyOf(row)}.`)
  for await (const row of oneByOne(readRows(source, table))) {
    const { value } = await there.next()
    if (!value || !same(row, value)) throw differs(row)
    count++
  }
  const { value: more } = await there.next()
  if (more) throw differs(more)
  return count
}
