import { and, desc, eq } from 'drizzle-orm'
import { newId } from '../../../../kernel/ids.ts'
import { type Database, systemTransaction, type Tx } from '../../../../platform/db/index.ts'
import type { Order, PlanKey } from '../../contract.ts'
import { monthlyPriceInCents } from '../../domain/change-plan.ts'
import { sandboxRecords } from '../billing.table.ts'
import type { SubscriptionPayload } from '../polar/payload.ts'
import type { PlanProductIds } from '../provider.ts'

/** The sandbox's names of the plans: our own. */
export const SANDBOX_PLANS: PlanProductIds = {
  starter: { productId: 'starter', priceId: 'starter' },
  pro: { productId: 'pro', priceId: 'pro' },
}

export interface SandboxCheckout {
  plan: PlanKey
  paid: string
  abandoned: string
  /** The subscription it led to; null as long as it is not paid. */
  subscription: string | null
}

interface RecordDataByKind {
  checkout: SandboxCheckout
  subscription: SubscriptionPayload
  order: Order
}
type RecordKind = keyof RecordDataByKind

/** Reads and writes what the sandbox knows, in a transaction of its own: a provider shares none with us. */
export class SandboxRecords {
  readonly #db: Database

  constructor(database: Database) {
    this.#db = database
  }

  transaction<T>(transactionWork: (transaction: Tx) => Promise<T>): Promise<T> {
    return systemTransaction(this.#db, transactionWork)
  }

  async insert<K extends RecordKind>(
    transaction: Tx,
    recordKind: K,
    newRecord: { id: string; userId: string; data: RecordDataByKind[K] },
  ): Promise<void> {
    await transaction.insert(sandboxRecords).values({ ...newRecord, kind: recordKind })
  }

  async update<K extends RecordKind>(
    transaction: Tx,
    recordKind: K,
    recordId: string,
    recordData: RecordDataByKind[K],
  ): Promise<void> {
    await transaction
      .update(sandboxRecords)
      .set({ data: recordData })
      .where(and(eq(sandboxRecords.id, recordId), eq(sandboxRecords.kind, recordKind)))
  }

  /** Locked until the transaction ends. */
  async find<K extends RecordKind>(
    transaction: Tx,
    recordKind: K,
    recordId: string,
  ): Promise<{ userId: string; data: RecordDataByKind[K] } | null> {
    const [row] = await transaction
      .select()
      .from(sandboxRecords)
      .where(and(eq(sandboxRecords.id, recordId), eq(sandboxRecords.kind, recordKind)))
      .for('update')
    return row ? { userId: row.userId, data: row.data as RecordDataByKind[K] } : null
  }

  /** Newest first; of everybody where no person is named. */
  async list<K extends RecordKind>(transaction: Tx, recordKind: K, userId?: string): Promise<RecordDataByKind[K][]> {
    const storedRecords = await transaction
      .select()
      .from(sandboxRecords)
      .where(and(eq(sandboxRecords.kind, recordKind), userId ? eq(sandboxRecords.userId, userId) : undefined))
      .orderBy(desc(sandboxRecords.createdAt), desc(sandboxRecords.id))
    return storedRecords.map(({ data }) => data as RecordDataByKind[K])
  }

  async forget(transaction: Tx, userId: string): Promise<void> {
    await transaction.delete(sandboxRecords).where(eq(sandboxRecords.userId, userId))
  }
}

/** A month later, on the same day or the month's last. */
export function monthAfter(startDate: Date): Date {
  const nextMonth = new Date(startDate)
  nextMonth.setUTCDate(1)
  nextMonth.setUTCMonth(nextMonth.getUTCMonth() + 1)
  const lastDayOfMonth = new Date(Date.UTC(nextMonth.getUTCFullYear(), nextMonth.getUTCMonth() + 1, 0)).getUTCDate()
  nextMonth.setUTCDate(Math.min(startDate.getUTCDate(), lastDayOfMonth))
  return nextMonth
}

/** Every change is later than the one before, however fast they follow each other. */
export function nextChangedAt(previousState: SubscriptionPayload): string {
  const lastChangedAt = Date.parse(previousState.modified_at ?? previousState.created_at)
  return new Date(Math.max(Date.now(), lastChangedAt + 1)).toISOString()
}

export function sandboxOrder(plan: PlanKey, orderFields: Partial<Order> = {}): Order {
  const orderId = newId()
  return {
    id: orderId,
    number: `SANDBOX-${orderId.slice(-6).toUpperCase()}`,
    description: `Answerloom ${plan === 'pro' ? 'Pro' : 'Starter'}`,
    status: 'paid',
    total: monthlyPriceInCents(plan),
    currency: 'usd',
    created_at: new Date().toISOString(),
    ...orderFields,
  }
}
