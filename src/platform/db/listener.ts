import type pg from 'pg'
import type { DatabaseLog } from './database.ts'
import { mapDatabaseError } from './errors.ts'

/** Finds connections that died without a word, such as behind a firewall that forgot them; in milliseconds. */
const HEARTBEAT = 20_000
const HEARTBEAT_LIMIT = 10_000
const FIRST_DELAY = 100
const MAX_DELAY = 10_000

export interface ListenerHandlers {
  deliver(payload: string): void
  /** Listening again after the connection was lost. */
  reset(): void
  log: DatabaseLog
}

/** Holds one connection of the pool that listens on `channel`, and replaces it, with growing delays, when it is lost. */
export async function listen(
  pool: pg.Pool,
  channel: string,
  handlers: ListenerHandlers,
): Promise<{ close(): Promise<void> }> {
  let closed = false
  let current: Listening | undefined
  let retry: NodeJS.Timeout | undefined
  let connecting: Promise<void> = Promise.resolve()

  const connect = async () => {
    const listening = await subscribe(pool, channel, handlers.deliver, (reason) => {
      if (current === listening) current = undefined
      if (closed) return
      handlers.log('warn', 'The connection for events was lost.', { reason })
      again(FIRST_DELAY)
    })
    if (closed) listening.end()
    else current = listening
  }
  const again = (delay: number) => {
    retry = setTimeout(() => {
      connecting = connect().then(
        () => {
          if (!closed) handlers.reset()
        },
        () => {
          if (!closed) again(Math.min(delay * 2, MAX_DELAY))
        },
      )
    }, delay)
  }

  await connect().catch((error: unknown) => {
    throw mapDatabaseError(error)
  })
  return {
    async close() {
      closed = true
      clearTimeout(retry)
      await connecting
      current?.end()
    },
  }
}

interface Listening {
  end(): void
}

/** `lost` is called at most once, never after `end`, and not before it listens: until then what fails is thrown. */
async function subscribe(
  pool: pg.Pool,
  channel: string,
  deliver: (payload: string) => void,
  lost: (reason: string) => void,
): Promise<Listening> {
  const client = await pool.connect()
  let over = false
  let listening = false
  const finish = (error: Error, report: boolean) => {
    if (over) return
    over = true
    clearInterval(heartbeat)
    client.off('notification', onNotification)
    // Given back with an error, the connection is thrown away: the next user must not inherit the subscription.
    client.release(error)
    if (report && listening) lost(error.message)
  }
  const onNotification = (message: pg.Notification) => {
    if (message.channel === channel && message.payload) deliver(message.payload)
  }
  const heartbeat = setInterval(() => {
    const limit = setTimeout(() => finish(new Error('no answer to the heartbeat'), true), HEARTBEAT_LIMIT)
    client
      .query('SELECT 1')
      .catch((error: Error) => finish(error, true))
      .finally(() => clearTimeout(limit))
  }, HEARTBEAT)
  heartbeat.unref()
  client.on('notification', onNotification)
  client.on('error', (error) => finish(error, true))
  client.on('end', () => finish(new Error('the connection ended'), true))
  try {
    await client.query(`LISTEN ${channel}`)
    if (over) throw new Error('the connection was lost')
    listening = true
  } catch (error) {
    finish(error as Error, false)
    throw error
  }
  return { end: () => finish(new Error('closed'), false) }
}
