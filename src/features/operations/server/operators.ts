import { eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '../../../kernel/app-error.ts'
import { type Database, systemTransaction, type Tx } from '../../../platform/db/index.ts'
import { users } from '../../accounts/server/index.ts'
import { instanceState } from './operations.table.ts'

const KEY = 'operators'
const idList = z.array(z.string())

export interface Operator {
  id: string
  email: string
  /** Named by OPERATOR_EMAIL: cannot be taken away here. */
  first: boolean
}

async function addedIds(transaction: Tx, lock = false): Promise<string[]> {
  const rows = transaction.select({ value: instanceState.value }).from(instanceState).where(eq(instanceState.key, KEY))
  const [row] = lock ? await rows.for('update') : await rows
  return row ? idList.parse(row.value) : []
}

/**
 * Decides who may see data about the whole installation: the account of OPERATOR_EMAIL and those added by operators.
 */
export const listOperators = (db: Database, named: { email: string; local: boolean }): Promise<Operator[]> =>
  systemTransaction(db, async (transaction) => {
    const shown = { id: users.id, email: users.email }
    // An unconfirmed address proves nothing on a public instance; a local one confirms none.
    const confirmed = await transaction
      .select({ ...shown, emailVerified: users.emailVerified })
      .from(users)
      .where(eq(users.email, named.email))
    const first = confirmed
      .filter(({ emailVerified }) => emailVerified || named.local)
      .map(({ id, email }) => ({ id, email }))
    const added = await addedIds(transaction)
    const others = added.length > 0 ? await transaction.select(shown).from(users).where(inArray(users.id, added)) : []
    return [
      ...first.map((one) => ({ ...one, first: true })),
      ...others.filter(({ id }) => id !== first[0]?.id).map((one) => ({ ...one, first: false })),
    ]
  })

/** @throws invalid `operator.unknown` for an address without a confirmed account */
export const addOperator = (db: Database, email: string, local: boolean): Promise<void> =>
  systemTransaction(db, async (transaction) => {
    const [found] = await transaction
      .select({ id: users.id, confirmed: users.emailVerified })
      .from(users)
      .where(eq(users.email, email.trim().toLowerCase()))
    if (!found || !(found.confirmed || local))
      throw new AppError(
        'invalid',
        'operator.unknown',
        'There is no account with this address, or it was never confirmed.',
      )
    await transaction.insert(instanceState).values({ key: KEY, value: [] }).onConflictDoNothing()
    const ids = [...new Set([...(await addedIds(transaction, true)), found.id])]
    await transaction.update(instanceState).set({ value: ids, updatedAt: new Date() }).where(eq(instanceState.key, KEY))
  })

export const removeOperator = (db: Database, id: string): Promise<void> =>
  systemTransaction(db, async (transaction) => {
    const ids = (await addedIds(transaction, true)).filter((one) => one !== id)
    await transaction.update(instanceState).set({ value: ids, updatedAt: new Date() }).where(eq(instanceState.key, KEY))
  })
