import { sql } from 'drizzle-orm'
import { AppError } from '../../kernel/app-error.ts'
import type { AppEvent, EventName } from '../../kernel/events.ts'
import { type Database, type DatabaseLog, listen, type Tx } from '../db/index.ts'

export interface Events {
  /**
   * Runs the `within` subscribers in the open transaction, then announces the event: once the transaction commits, the
   * `on` subscribers of every process get it, this one included. As JSON it takes less than 7,500 bytes: carry ids, and
   * let the receiver read the rest. Throws invalid `event.too_large`.
   */
  emit(transaction: Tx, event: AppEvent): Promise<void>
  /**
   * Runs the `within` subscribers only, for events that no other process and no browser listens to. They may be of any
   * size.
   */
  emitWithin(transaction: Tx, event: AppEvent): Promise<void>
  /**
   * Subscribes work that belongs to the transaction of the event; when it throws, the transaction fails. Subscribers run
   * one after another, in the order of their subscriptions. An independent one does not wait for the others, so that its
   * statements share their round trips.
   */
  within<Name extends EventName>(
    type: Name,
    handler: (transaction: Tx, event: AppEvent<Name>) => Promise<void>,
    options?: { isIndependent?: boolean },
  ): void
  /** Subscribes to committed events of one type or of all (`*`). Returns how to stop. */
  on<Name extends EventName>(type: Name, handler: (event: AppEvent<Name>) => void): () => void
  on(type: '*', handler: (event: AppEvent) => void): () => void
  /** The listening connection was lost and is back: events may be missing, so caches must be emptied. */
  onReset(handler: () => void): () => void
  /** Runs the `onReset` subscribers of this process. */
  reset(): void
  close(): Promise<void>
}

type TransactionHandler = (transaction: Tx, event: AppEvent) => Promise<void>
interface Subscriber {
  handle: TransactionHandler
  isIndependent: boolean
}
type CommittedHandler = (event: AppEvent) => void

const CHANNEL = 'answerloom_events'
/** PostgreSQL refuses payloads of 8,000 bytes and more. */
const MAX_BYTES = 7_500

/** Starts listening. Throws unavailable `database.unavailable`; a connection lost later comes back by itself. */
export async function startEvents(db: Database, log: DatabaseLog = () => {}): Promise<Events> {
  const inTransaction = new Map<string, Subscriber[]>()
  const afterCommit = new Map<string, Set<CommittedHandler>>()
  const resets = new Set<() => void>()

  const guarded = (run: () => void, what: string) => {
    try {
      run()
    } catch (error) {
      log('error', 'A subscriber of an event failed.', { event: what, reason: String(error) })
    }
  }
  const deliver = (payload: string) => {
    const event = JSON.parse(payload) as AppEvent
    const subscribers = [...(afterCommit.get(event.type) ?? []), ...(afterCommit.get('*') ?? [])]
    for (const subscriber of subscribers) guarded(() => subscriber(event), event.type)
  }
  const reset = () => {
    for (const handler of resets) guarded(handler, 'reset')
  }
  const listener = await listen(db.directPool, CHANNEL, { deliver, reset, log })

  return {
    async emit(transaction, event) {
      const payload = encode(event)
      const handled = runAll(inTransaction.get(event.type) ?? [], transaction, event)
      // Sent with the first statement of the handlers: a notification takes effect with the commit.
      const announced = transaction.execute(sql`SELECT pg_notify(${CHANNEL}, ${payload})`)
      await Promise.all([handled, announced])
    },
    emitWithin: (transaction, event) => runAll(inTransaction.get(event.type) ?? [], transaction, event),
    within(type, handler, { isIndependent = false } = {}) {
      const subscribers = inTransaction.get(type) ?? []
      inTransaction.set(type, [...subscribers, { handle: handler as TransactionHandler, isIndependent }])
    },
    on(type: string, handler: (event: never) => void) {
      const handlers = afterCommit.get(type) ?? new Set()
      afterCommit.set(type, handlers.add(handler as CommittedHandler))
      return () => handlers.delete(handler as CommittedHandler)
    },
    onReset(handler) {
      resets.add(handler)
      return () => resets.delete(handler)
    },
    reset,
    close: () => listener.close(),
  }
}

async function runAll(subscribers: Subscriber[], transaction: Tx, event: AppEvent): Promise<void> {
  const inTurn = async () => {
    for (const { handle, isIndependent } of subscribers) if (!isIndependent) await handle(transaction, event)
  }
  const independent = subscribers.filter((subscriber) => subscriber.isIndependent)
  await Promise.all([inTurn(), ...independent.map(({ handle }) => handle(transaction, event))])
}

function encode(event: AppEvent): string {
  const payload = JSON.stringify(event)
  if (Buffer.byteLength(payload) >= MAX_BYTES) {
    throw new AppError('invalid', 'event.too_large', `The event ${event.type} is larger than ${MAX_BYTES} bytes.`)
  }
  return payload
}
