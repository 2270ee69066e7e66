import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, timestamp } from 'drizzle-orm/pg-core'

/** A moment: `timestamptz`, a Date in code. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Whether a column holds the text as it was typed, in any case: % and _ are signs, not wildcards. */
export const holdsText = (column: AnyPgColumn | SQL, text: string): SQL =>
  sql`${column} ilike ${`%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`}`
