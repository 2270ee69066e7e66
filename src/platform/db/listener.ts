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
  connectionPool: pg.Pool,
  channelName: string,
  handlers: ListenerHandlers,
): Promise<{ close(): Promise<void> }> {
  let isClosed = false
  let currentListening: Listening | undefined
  let retryTimer: NodeJS.Timeout | undefined
  let connecting: Promise<void> = Promise.resolve()

  const connectAgain = async () => {
    const listening = await subscribe(connectionPool, channelName, handlers.deliver, (lossReason) => {
      if (currentListening === listening) currentListening = undefined
      if (isClosed) return
      handlers.log('warn', 'The connection for events was lost.', { reason: lossReason })
      scheduleRetry(FIRST_DELAY)
    })
    if (isClosed) listening.end()
    else currentListening = listening
  }
  const scheduleRetry = (retryDelayMs: number) => {
    retryTimer = setTimeout(() => {
      connecting = connectAgain().then(
        () => {
          if (!isClosed) handlers.reset()
        },
        () => {
          if (!isClosed) scheduleRetry(Math.min(retryDelayMs * 2, MAX_DELAY))
        },
      )
    }, retryDelayMs)
  }

  await connectAgain().catch((error: unknown) => {
    throw mapDatabaseError(error)
  })
  return {
    async close() {
      isClosed = true
      clearTimeout(retryTimer)
      await connecting
      currentListening?.end()
    },
  }
}

interface Listening {
  end(): void
}

/** `lost` is called at most once, never after `end`, and not before it listens: until then what fails is thrown. */
async function subscribe(
  connectionPool: pg.Pool,
  channelName: string,
  deliverPayload: (payload: string) => void,
  onLost: (reason: string) => void,
): Promise<Listening> {
  const connection = await connectionPool.connect()
  let isFinished = false
  let listening = false
  const finishListening = (error: Error, shouldReport: boolean) => {
    if (isFinished) return
    isFinished = true
    clearInterval(heartbeat)
    connection.off('notification', onNotification)
    // Given back with an error, the connection is thrown away: the next user must not inherit the subscription.
    connection.release(error)
    if (shouldReport && listening) onLost(error.message)
  }
  const onNotification = (notification: pg.Notification) => {
    if (notification.channel === channelName && notification.payload) deliverPayload(notification.payload)
  }
  const heartbeat = setInterval(() => {
    const heartbeatTimer = setTimeout(
      () => finishListening(new Error('no answer to the heartbeat'), true),
      HEARTBEAT_LIMIT,
    )
    connection
      .query('SELECT 1')
      .catch((error: Error) => finishListening(error, true))
      .finally(() => clearTimeout(heartbeatTimer))
  }, HEARTBEAT)
  heartbeat.unref()
  connection.on('notification', onNotification)
  connection.on('error', (error) => finishListening(error, true))
  connection.on('end', () => finishListening(new Error('the connection ended'), true))
  try {
    await connection.query(`LISTEN ${channelName}`)
    if (isFinished) throw new Error('the connection was lost')
    listening = true
  } catch (error) {
    finishListening(error as Error, false)
    throw error
  }
  return { end: () => finishListening(new Error('closed'), false) }
}
