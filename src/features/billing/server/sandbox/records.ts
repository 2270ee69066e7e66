import { and, desc, eq } from 'drizzle-orm'
import { newId } from '../../../../kernel/ids.ts'
import { type Database, systemTransaction, type Tx } from '../../../../platform/db/index.ts'
import type { Order, PlanKey } from '../../contract.ts'
import { monthlyAmount } from '../../domain/change-plan.ts'
import { sandboxRecords } from '../billing.table.ts'
import type { SubscriptionPayload } from '../polar/payload.ts'
import type { PlanIds } from '../provider.ts'

/** The sandbox's names of the plans: our own. */
export const SANDBOX_PLANS: PlanIds = {
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

interface Kinds {
  checkout: SandboxCheckout
  subscription: SubscriptionPayload
  order: Order
}
type Kind = keyof Kinds

/** Reads and writes what the sandbox knows, in a transaction of its own: a provider shares none with us. */
export class SandboxRecords {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  transaction<T>(work: (transaction: Tx) => Promise<T>): Promise<T> {
    return systemTransaction(this.#db, work)
  }

  async insert<K extends Kind>(
    transaction: Tx,
    kind: K,
    input: { id: string; userId: string; data: Kinds[K] },
  ): Promise<void> {
    await transaction.insert(sandboxRecords).values({ ...input, kind })
  }

  async update<K extends Kind>(transaction: Tx, kind: K, id: string, data: Kinds[K]): Promise<void> {
    await transaction
      .update(sandboxRecords)
      .set({ data })
      .where(and(eq(sandboxRecords.id, id), eq(sandboxRecords.kind, kind)))
  }

  /** Locked until the transaction ends. */
  async find<K extends Kind>(transaction: Tx, kind: K, id: string): Promise<{ userId: string; data: Kinds[K] } | null> {
    const [row] = await transaction
      .select()
      .from(sandboxRecords)
      .where(and(eq(sandboxRecords.id, id), eq(sandboxRecords.kind, kind)))
      .for('update')
    return row ? { userId: row.userId, data: row.data as Kinds[K] } : null
  }

  /** Newest first; of everybody where no person is named. */
  async list<K extends Kind>(transaction: Tx, kind: K, userId?: string): Promise<Kinds[K][]> {
    const rows = await transaction
      .select()
      .from(sandboxRecords)
      .where(and(eq(sandboxRecords.kind, kind), userId ? eq(sandboxRecords.userId, userId) : undefined))
      .orderBy(desc(sandboxRecords.createdAt), desc(sandboxRecords.id))
    return rows.map(({ data }) => data as Kinds[K])
  }

  async forget(transaction: Tx, userId: string): Promise<void> {
    await transaction.delete(sandboxRecords).where(eq(sandboxRecords.userId, userId))
  }
}

/** A month later, on the same day or the month's last. */
export function monthAfter(from: Date): Date {
  const to = new Date(from)
  to.setUTCDate(1)
  to.setUTCMonth(to.getUTCMonth() + 1)
  const last = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(from.getUTCDate(), last))
  return to
}

/** Every change is later than the one before, however fast they follow each other. */
export function changedAt(before: SubscriptionPayload): string {
  const last = Date.parse(before.modified_at ?? before.created_at)
  return new Date(Math.max(Date.now(), last + 1)).toISOString()
}

export function sandboxOrder(plan: PlanKey, options: Partial<Order> = {}): Order {
  const id = newId()
  return {
    id,
    number: `SANDBOX-${id.slice(-6).toUpperCase()}`,
    description: `Answerloom ${plan === 'pro' ? 'Pro' : 'Starter'}`,
    status: 'paid',
    total: monthlyAmount(plan),
    currency: 'usd',
    created_at: new Date().toISOString(),
    ...options,
  }
}
