import { eq } from 'drizzle-orm'
import type { Tx } from '../../../../platform/db/index.ts'
import { profiles } from '../accounts.table.ts'

const setAccountCheck = async (transaction: Tx, userId: string, checkSince: Date | null): Promise<void> => {
  const profileFields = { accountCheckSince: checkSince }
  await transaction
    .insert(profiles)
    .values({ id: userId, ...profileFields })
    .onConflictDoUpdate({ target: profiles.id, set: profileFields })
}

/**
 * After a reset the next sign-in leads to what an intruder may have left in the account.
 * `transaction` runs as the system role.
 */
export const requireAccountCheck = (transaction: Tx, userId: string): Promise<void> =>
  setAccountCheck(transaction, userId, new Date())

/** Returns true while the account check is due: until it is finished, only the new password signs in. */
export async function isAccountCheckDue(transaction: Tx, userId: string): Promise<boolean> {
  const [row] = await transaction
    .select({ since: profiles.accountCheckSince })
    .from(profiles)
    .where(eq(profiles.id, userId))
  return row?.since != null
}

/** The person has looked through it. */
export const finishAccountCheck = (transaction: Tx, userId: string): Promise<void> =>
  setAccountCheck(transaction, userId, null)
