import type pg from 'pg'
import { type CopiedTable, qualifiedName, quotedName } from './catalog.ts'

/** The columns of a row as texts, in the order of the table's `columns`. */
export type TableRow = (string | null)[]

/** A batch grows while it is smaller than this, and shrinks when it is larger than that; in characters. */
const SMALL_BATCH_BYTES = 256 * 1024
const LARGE_BATCH_BYTES = 4 * 1024 * 1024
const MAX_ROWS = 5_000

/** Makes both databases format values identically, regardless of their configuration. */
export const SAME_TEXTS = `SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL IntervalStyle = 'postgres';
  SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'`

const textSizeOf = (batchRows: TableRow[]): number =>
  batchRows.reduce(
    (totalLength, tableRow) =>
      totalLength + tableRow.reduce((rowLength, cellText) => rowLength + (cellText?.length ?? 0), 0),
    0,
  )

/** All chosen rows in the order of their keys, in batches, through a cursor of the open transaction. */
export async function* readRows(connection: pg.ClientBase, copiedTable: CopiedTable): AsyncGenerator<TableRow[]> {
  const columnText = (columnName: string) => `(${copiedTable.instead?.[columnName] ?? quotedName(columnName)})::text`
  const columnTexts = copiedTable.columns.map(({ name }) => columnText(name))
  const orderColumns = copiedTable.key.map((columnName) => `${columnText(columnName)} COLLATE "C"`)
  await connection.query(
    `DECLARE copied_rows NO SCROLL CURSOR FOR SELECT ${columnTexts.join(', ')} FROM ${qualifiedName(copiedTable)}
      ${copiedTable.where ? `WHERE ${copiedTable.where}` : ''} ORDER BY ${orderColumns.join(', ')}`,
  )
  for (let batchSize = 100; ; ) {
    const { rows } = await connection.query<TableRow>({ text: `FETCH ${batchSize} FROM copied_rows`, rowMode: 'array' })
    if (rows.length > 0) yield rows
    if (rows.length < batchSize) break
    const batchLength = textSizeOf(rows)
    if (batchLength < SMALL_BATCH_BYTES) batchSize = Math.min(MAX_ROWS, batchSize * 2)
    else if (batchLength > LARGE_BATCH_BYTES) batchSize = Math.max(1, Math.floor(batchSize / 4))
  }
  await connection.query('CLOSE copied_rows')
}

/** Adds rows, with the numbers they have. */
export async function writeRows(
  connection: pg.ClientBase,
  copiedTable: CopiedTable,
  batchRows: TableRow[],
): Promise<void> {
  const columnNames = copiedTable.columns.map(({ name }) => quotedName(name))
  const typedColumns = copiedTable.columns.map(({ type }, columnIndex) => `c${columnIndex}::${type}`)
  const parameters = copiedTable.columns.map((_, columnIndex) => `$${columnIndex + 1}::text[]`)
  const columnValues = copiedTable.columns.map((_, columnIndex) =>
    batchRows.map((tableRow) => tableRow[columnIndex] ?? null),
  )
  await connection.query(
    `INSERT INTO ${qualifiedName(copiedTable)} (${columnNames.join(', ')}) OVERRIDING SYSTEM VALUE
      SELECT ${typedColumns.join(', ')} FROM unnest(${parameters.join(', ')}) AS r(${columnNames.map((_, columnIndex) => `c${columnIndex}`).join(', ')})`,
    columnValues,
  )
}

/** Yields single rows from the batches. */
async function* oneByOne(rowBatches: AsyncGenerator<TableRow[]>): AsyncGenerator<TableRow> {
  for await (const batchRows of rowBatches) yield* batchRows
}

const sameRow = (sourceRow: TableRow, targetRow: TableRow): boolean =>
  sourceRow.length === targetRow.length &&
  sourceRow.every((cellText, columnIndex) => cellText === targetRow[columnIndex])

/**
 * Compares every column of every row of the two. Returns how many rows there are. Throws with the key of the first row
 * that differs, or that only one of them has.
 */
export async function compareRows(
  sourceConnection: pg.ClientBase,
  targetConnection: pg.ClientBase,
  copiedTable: CopiedTable,
  targetTable: CopiedTable,
): Promise<number> {
  const targetRows = oneByOne(readRows(targetConnection, targetTable))
  let comparedRows = 0
  const keyTextOf = (tableRow: TableRow) =>
    copiedTable.columns
      .flatMap(({ name }, columnIndex) => (copiedTable.key.includes(name) ? [`${name} ${tableRow[columnIndex]}`] : []))
      .join(', ')
  const differenceError = (tableRow: TableRow) =>
    new Error(`The table ${copiedTable.table} was not copied as it is: the row ${keyTextOf(tableRow)}.`)
  for await (const tableRow of oneByOne(readRows(sourceConnection, copiedTable))) {
    const { value } = await targetRows.next()
    if (!value || !sameRow(tableRow, value)) throw differenceError(tableRow)
    comparedRows++
  }
  const { value: more } = await targetRows.next()
  if (more) throw differenceError(more)
  return comparedRows
}
