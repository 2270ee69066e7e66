import { sql } from 'drizzle-orm'
import { AppError } from '../../kernel/app-error.ts'
import type { AppEvent, EventName } from '../../kernel/events.ts'
import { type Database, type DatabaseLog, listen, type Tx } from '../db/index.ts'

export interface EventBus {
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

const EVENTS_CHANNEL = 'answerloom_events'
/** PostgreSQL refuses payloads of 8,000 bytes and more. */
const MAX_BYTES = 7_500

/** Starts listening. Throws unavailable `database.unavailable`; a connection lost later comes back by itself. */
export async function startEvents(database: Database, databaseLog: DatabaseLog = () => {}): Promise<EventBus> {
  const inTransaction = new Map<string, Subscriber[]>()
  const afterCommit = new Map<string, Set<CommittedHandler>>()
  const resetHandlers = new Set<() => void>()

  const runGuarded = (guardedWork: () => void, workName: string) => {
    try {
      guardedWork()
    } catch (error) {
      databaseLog('error', 'A subscriber of an event failed.', { event: workName, reason: String(error) })
    }
  }
  const deliverPayload = (eventPayload: string) => {
    const appEvent = JSON.parse(eventPayload) as AppEvent
    const subscribers = [...(afterCommit.get(appEvent.type) ?? []), ...(afterCommit.get('*') ?? [])]
    for (const subscriber of subscribers) runGuarded(() => subscriber(appEvent), appEvent.type)
  }
  const resetHandled = () => {
    for (const eventHandler of resetHandlers) runGuarded(eventHandler, 'reset')
  }
  const listener = await listen(database.directPool, EVENTS_CHANNEL, {
    deliver: deliverPayload,
    reset: resetHandled,
    log: databaseLog,
  })

  return {
    async emit(transaction, appEvent) {
      const eventPayload = encodeEvent(appEvent)
      const handledWithin = runAll(inTransaction.get(appEvent.type) ?? [], transaction, appEvent)
      // Sent with the first statement of the handlers: a notification takes effect with the commit.
      const announced = transaction.execute(sql`SELECT pg_notify(${EVENTS_CHANNEL}, ${eventPayload})`)
      await Promise.all([handledWithin, announced])
    },
    emitWithin: (transaction, appEvent) => runAll(inTransaction.get(appEvent.type) ?? [], transaction, appEvent),
    within(eventType, eventHandler, { isIndependent = false } = {}) {
      const subscribers = inTransaction.get(eventType) ?? []
      inTransaction.set(eventType, [...subscribers, { handle: eventHandler as TransactionHandler, isIndependent }])
    },
    on(eventType: string, eventHandler: (event: never) => void) {
      const handlers = afterCommit.get(eventType) ?? new Set()
      afterCommit.set(eventType, handlers.add(eventHandler as CommittedHandler))
      return () => handlers.delete(eventHandler as CommittedHandler)
    },
    onReset(eventHandler) {
      resetHandlers.add(eventHandler)
      return () => resetHandlers.delete(eventHandler)
    },
    reset: resetHandled,
    close: () => listener.close(),
  }
}

async function runAll(subscribers: Subscriber[], transaction: Tx, appEvent: AppEvent): Promise<void> {
  const runInTurn = async () => {
    for (const { handle, isIndependent } of subscribers) if (!isIndependent) await handle(transaction, appEvent)
  }
  const independent = subscribers.filter((subscriber) => subscriber.isIndependent)
  await Promise.all([runInTurn(), ...independent.map(({ handle }) => handle(transaction, appEvent))])
}

function encodeEvent(appEvent: AppEvent): string {
  const eventPayload = JSON.stringify(appEvent)
  if (Buffer.byteLength(eventPayload) >= MAX_BYTES) {
    throw new AppError('invalid', 'event.too_large', `The event ${appEvent.type} is larger than ${MAX_BYTES} bytes.`)
  }
  return eventPayload
}
