import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { Database } from './database.ts'

const background = new AsyncLocalStorage<true>()

/**
 * What runs in `work`, and whatever it waits for, lets requests go first: on the embedded database, which has one session
 * for all, its transactions begin when nobody else's waits. Returns and throws what `work` does.
 */
export const inBackground = <T>(work: () => T): T => background.run(true, work)

/** The connections for whoever asks here and now. */
export const poolFor = (db: Database): pg.Pool => (background.getStore() ? db.backgroundPool : db.pool)
