import { type SQL, sql } from 'drizzle-orm'

/** For `= any(…)`: one parameter, however many there are. */
export const idList = (ids: readonly string[]): SQL =>
  sql`(array(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::uuid))`

export const textList = (texts: readonly string[]): SQL =>
  sql`(array(select jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb)))`
