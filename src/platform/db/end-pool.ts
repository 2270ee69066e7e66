import type pg from 'pg'

/** In milliseconds. */
const CLOSE_LIMIT = 10_000

/** Waits for the connections in use, but not for one that never comes back. */
export async function endPool(pool: pg.Pool): Promise<void> {
  if (pool.ended || pool.ending) return
  const expired = Promise.withResolvers<void>()
  const limit = setTimeout(expired.resolve, CLOSE_LIMIT)
  await Promise.race([pool.end(), expired.promise])
  clearTimeout(limit)
}
