import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { Database } from './database.ts'

const background = new AsyncLocalStorage<true>()

/**
 * Runs `work` at low priority: on the embedded database, which has a single session, its transactions start only when
 * no request waits. Returns and throws the same as `work`.
 */
export const inBackground = <T>(backgroundWork: () => T): T => background.run(true, backgroundWork)

/** Connections for requests. */
export const poolFor = (database: Database): pg.Pool =>
  background.getStore() ? database.backgroundPool : database.pool
