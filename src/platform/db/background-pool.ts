import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { Database } from './database.ts'

const background = new AsyncLocalStorage<true>()

/**
 * Runs `work` at low priority: on the embedded database, which has a single session, its transactions start only when
 * no request waits. Returns and throws the same as `work`.
 */
export const inBackground = <T>(work: () => T): T => background.run(true, work)

/** Connections for requests. */
export const poolFor = (db: Database): pg.Pool => (background.getStore() ? db.backgroundPool : db.pool)
