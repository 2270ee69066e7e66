import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, timestamp } from 'drizzle-orm/pg-core'

/** A moment: `timestamptz`, a Date in code. */
export const instant = (columnName: string) => timestamp(columnName, { withTimezone: true, mode: 'date' })

/** Builds a case-insensitive substring condition; % and _ are literal characters. */
export const holdsText = (searchedColumn: AnyPgColumn | SQL, searchText: string): SQL =>
  sql`${searchedColumn} ilike ${`%${searchText.replace(/[\\%_]/g, (patternSign) => `\\${patternSign}`)}%`}`
