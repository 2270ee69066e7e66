import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'

/** Runs a statement and returns its rows as the shape its select list has. */
export async function rowsOf<Row extends object>(transaction: Tx, statement: SQL): Promise<Row[]> {
  const { rows } = await transaction.execute(statement)
  return rows as unknown[] as Row[]
}

/** A list as one parameter; the statement casts it (`${list(terms)}::text[]`). */
export const list = (values: readonly (string | number)[]) => sql.param(values)

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
export const storable = (text: string): string => text.replaceAll('\u0000', '').toWellFormed()
