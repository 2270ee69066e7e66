import { eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '../../../kernel/app-error.ts'
import { type Database, systemTransaction, type Tx } from '../../../platform/db/index.ts'
import { users } from '../../accounts/server/index.ts'
import { instanceState } from './operations.table.ts'

const STATE_KEY = 'operators'
const idListSchema = z.array(z.string())

export interface Operator {
  id: string
  email: string
  /** Named by OPERATOR_EMAIL: cannot be taken away here. */
  first: boolean
}

async function addedIds(transaction: Tx, shouldLock = false): Promise<string[]> {
  const stateRows = transaction
    .select({ value: instanceState.value })
    .from(instanceState)
    .where(eq(instanceState.key, STATE_KEY))
  const [row] = shouldLock ? await stateRows.for('update') : await stateRows
  return row ? idListSchema.parse(row.value) : []
}

/**
 * Decides who may see data about the whole installation: the account of OPERATOR_EMAIL and those added by operators.
 */
export const listOperators = (db: Database, namedOperator: { email: string; local: boolean }): Promise<Operator[]> =>
  systemTransaction(db, async (transaction) => {
    const shownColumns = { id: users.id, email: users.email }
    // An unconfirmed address proves nothing on a public instance; a local one confirms none.
    const confirmed = await transaction
      .select({ ...shownColumns, emailVerified: users.emailVerified })
      .from(users)
      .where(eq(users.email, namedOperator.email))
    const firstOperator = confirmed
      .filter(({ emailVerified }) => emailVerified || namedOperator.local)
      .map(({ id, email }) => ({ id, email }))
    const addedOperators = await addedIds(transaction)
    const otherOperators =
      addedOperators.length > 0
        ? await transaction.select(shownColumns).from(users).where(inArray(users.id, addedOperators))
        : []
    return [
      ...firstOperator.map((operatorRow) => ({ ...operatorRow, first: true })),
      ...otherOperators
        .filter(({ id }) => id !== firstOperator[0]?.id)
        .map((operatorRow) => ({ ...operatorRow, first: false })),
    ]
  })

/** @throws invalid `operator.unknown` for an address without a confirmed account */
export const addOperator = (db: Database, operatorEmail: string, isLocal: boolean): Promise<void> =>
  systemTransaction(db, async (transaction) => {
    const [found] = await transaction
      .select({ id: users.id, confirmed: users.emailVerified })
      .from(users)
      .where(eq(users.email, operatorEmail.trim().toLowerCase()))
    if (!found || !(found.confirmed || isLocal))
      throw new AppError(
        'invalid',
        'operator.unknown',
        'There is no account with this address, or it was never confirmed.',
      )
    await transaction.insert(instanceState).values({ key: STATE_KEY, value: [] }).onConflictDoNothing()
    const operatorIds = [...new Set([...(await addedIds(transaction, true)), found.id])]
    await transaction
      .update(instanceState)
      .set({ value: operatorIds, updatedAt: new Date() })
      .where(eq(instanceState.key, STATE_KEY))
  })

export const removeOperator = (db: Database, operatorId: string): Promise<void> =>
  systemTransaction(db, async (transaction) => {
    const operatorIds = (await addedIds(transaction, true)).filter((operatorRow) => operatorRow !== operatorId)
    await transaction
      .update(instanceState)
      .set({ value: operatorIds, updatedAt: new Date() })
      .where(eq(instanceState.key, STATE_KEY))
  })
