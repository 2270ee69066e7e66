import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, timestamp } from 'drizzle-orm/pg-core'

/** A moment: `timestamptz`, a Date in code. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Builds a case-insensitive substring condition; % and _ are literal characters. */
export const holdsText = (column: AnyPgColumn | SQL, text: string): SQL =>
  sql`${column} ilike ${`%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`}`
