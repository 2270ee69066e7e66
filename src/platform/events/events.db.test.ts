import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { testDatabase, testDatabaseKind, testPostgresUrl } from '../../../tests/support/database/database.ts'
import type { AppEvent } from '../../kernel/events.ts'
import { newId } from '../../kernel/ids.ts'
import { type Database, openDatabase, systemTransaction, workspaceTransaction } from '../db/index.ts'
import { type EventBus, startEvents } from './index.ts'

type TestEvent = `test.${string}`
declare module '../../kernel/events.ts' {
  interface EventMap {
    [name: TestEvent]: { faq_id?: string; text?: string }
  }
}

const workspaceId = newId()
const scope = { workspaceId, userId: null }
const event = (type: TestEvent, rest: object = {}) => ({ type, workspace_id: workspaceId, ...rest })
const open: EventBus[] = []

async function started(db: Database): Promise<EventBus> {
  const events = await startEvents(db)
  open.push(events)
  return events
}

/** Resolves with everything received up to the event of type `last`. */
function receivedUntil(events: EventBus, last: TestEvent): Promise<AppEvent[]> {
  const received: AppEvent[] = []
  return new Promise((resolve) => {
    const off = events.on('*', (one) => {
      received.push(one)
      if (one.type !== last) return
      off()
      resolve(received)
    })
  })
}

describe('events', () => {
  let db: Database
  beforeAll(async () => {
    db = await testDatabase()
  })
  afterEach(async () => {
    for (const events of open.splice(0)) await events.close()
  })

  it('are delivered to the subscribers after the commit, in order, from both roles', async () => {
    const events = await started(db)
    const received = receivedUntil(events, 'test.last')
    await workspaceTransaction(db, scope, (transaction) =>
      events.emit(transaction, event('test.first', { faq_id: 'a “quoted” id' })),
    )
    await systemTransaction(db, (transaction) => events.emit(transaction, event('test.last')))
    expect(await received).toEqual([event('test.first', { faq_id: 'a “quoted” id' }), event('test.last')])
  })

  it('are never delivered when their transaction fails', async () => {
    const events = await started(db)
    const received = receivedUntil(events, 'test.last')
    const failing = workspaceTransaction(db, scope, async (transaction) => {
      await events.emit(transaction, event('test.lost'))
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await workspaceTransaction(db, scope, (transaction) => events.emit(transaction, event('test.last')))
    expect((await received).map(({ type }) => type)).toEqual(['test.last'])
  })

  it('are not delivered before the commit', async () => {
    const events = await started(db)
    const order: string[] = []
    const received = receivedUntil(events, 'test.said').then(() => order.push('received'))
    await workspaceTransaction(db, scope, async (transaction) => {
      await events.emit(transaction, event('test.said'))
      await transaction.execute(sql`SELECT count(*) FROM generate_series(1, 1000)`)
      order.push('written')
    })
    await received
    expect(order).toEqual(['written', 'received'])
  })

  it('run work in the same transaction, which fails with it', async () => {
    const events = await started(db)
    await db.pool.query('CREATE TABLE scratch_effects (note text); GRANT ALL ON scratch_effects TO answerloom_app')
    events.within('test.kept', async (transaction) => {
      await transaction.execute(sql`INSERT INTO scratch_effects VALUES ('kept')`)
    })
    events.within('test.refused', async () => {
      throw new Error('the subscriber refuses')
    })
    await workspaceTransaction(db, scope, (transaction) => events.emit(transaction, event('test.kept')))
    const failing = workspaceTransaction(db, scope, async (transaction) => {
      await events.emit(transaction, event('test.kept'))
      await events.emit(transaction, event('test.refused'))
    })
    await expect(failing).rejects.toThrow('the subscriber refuses')
    expect((await db.pool.query('SELECT note FROM scratch_effects')).rows).toEqual([{ note: 'kept' }])
  })

  it('are refused above their maximum size, and a failing subscriber does not affect others', async () => {
    const events = await started(db)
    const large = workspaceTransaction(db, scope, (transaction) =>
      events.emit(transaction, event('test.large', { text: 'ü'.repeat(3_800) })),
    )
    await expect(large).rejects.toMatchObject({ kind: 'invalid', code: 'event.too_large' })
    events.on('test.last', () => {
      throw new Error('broken subscriber')
    })
    const received = receivedUntil(events, 'test.last')
    await workspaceTransaction(db, scope, (transaction) => events.emit(transaction, event('test.last')))
    expect(await received).toHaveLength(1)
  })

  it('are delivered again after the listening connection was lost, which is reported', async () => {
    const events = await started(db)
    const reset = new Promise<void>((resolve) => events.onReset(resolve))
    if (testDatabaseKind === 'postgres') {
      await db.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %' AND datname = current_database()`,
      )
    } else {
      const { crash } = db as Database & { crash(): Promise<void> }
      await crash()
    }
    await reset
    const received = receivedUntil(events, 'test.last')
    await workspaceTransaction(db, scope, (transaction) => events.emit(transaction, event('test.last')))
    expect(await received).toHaveLength(1)
  })
})

if (testDatabaseKind === 'postgres') {
  it('two processes on one server receive the events of each other', async () => {
    const databaseUrl = await testPostgresUrl()
    const one = await openDatabase({ databaseUrl, dataDir: '' })
    const two = await openDatabase({ databaseUrl, dataDir: '' })
    const [here, there] = [await startEvents(one), await startEvents(two)]
    onTestFinished(async () => {
      await Promise.all([here.close(), there.close()])
      await Promise.all([one.close(), two.close()])
    })
    const received = Promise.all([receivedUntil(here, 'test.said'), receivedUntil(there, 'test.said')])
    await workspaceTransaction(one, scope, (transaction) => here.emit(transaction, event('test.said')))
    expect(await received).toEqual([[event('test.said')], [event('test.said')]])
  })
}
