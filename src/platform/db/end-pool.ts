import type pg from 'pg'

/** In milliseconds. */
const CLOSE_LIMIT = 10_000

/** Waits for the connections in use, but not for one that never comes back. */
export async function endPool(connectionPool: pg.Pool): Promise<void> {
  if (connectionPool.ended || connectionPool.ending) return
  const closeExpired = Promise.withResolvers<void>()
  const closeTimer = setTimeout(closeExpired.resolve, CLOSE_LIMIT)
  await Promise.race([connectionPool.end(), closeExpired.promise])
  clearTimeout(closeTimer)
}
