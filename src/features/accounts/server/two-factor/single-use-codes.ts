import { and, eq, gt } from 'drizzle-orm'
import { AppError } from '../../../../kernel/app-error.ts'
import { newId } from '../../../../kernel/ids.ts'
import { type Database, systemTransaction } from '../../../../platform/db/index.ts'
import { twoFactors, verifications } from '../accounts.table.ts'

/** An app's code is good for its half minute and the one before and after. */
const REMEMBERED_MS = 2 * 60_000

const CODE_USED_MESSAGE = 'This code was used already. Please wait for the next one.'

const hasIdentifier = (identifier: string) => eq(verifications.identifier, identifier)

/** Records the use of a code. Returns false when it was used already. */
const claimCode = (database: Database, userId: string, identifier: string): Promise<boolean> =>
  systemTransaction(database, async (transaction) => {
    // The second of two requests with one code waits here until the first has committed.
    await transaction.select({ id: twoFactors.id }).from(twoFactors).where(eq(twoFactors.userId, userId)).for('update')
    const now = Date.now()
    const [used] = await transaction
      .select({ id: verifications.id })
      .from(verifications)
      .where(and(hasIdentifier(identifier), gt(verifications.expiresAt, new Date(now))))
    if (used) return false
    const expiresAt = new Date(now + REMEMBERED_MS)
    await transaction.insert(verifications).values({ id: newId(), identifier, value: userId, expiresAt })
    return true
  })

const releaseCode = (database: Database, identifier: string): Promise<unknown> =>
  systemTransaction(database, (transaction) => transaction.delete(verifications).where(hasIdentifier(identifier)))

/**
 * Prevents the replay of a code by an observer within its validity: `verifyCode` runs once per code, unless it throws.
 * better-auth itself would accept a code repeatedly. Throws invalid `auth.code_used`.
 */
export async function usingOnce<T>(
  database: Database,
  codeUse: { userId: string; code: string },
  verifyCode: () => Promise<T>,
): Promise<T> {
  const identifier = `used-code-${codeUse.userId}-${codeUse.code}`
  if (!(await claimCode(database, codeUse.userId, identifier)))
    throw new AppError('invalid', 'auth.code_used', CODE_USED_MESSAGE, {
      details: { fields: [{ path: 'code', message: CODE_USED_MESSAGE }] },
    })
  try {
    return await verifyCode()
  } catch (verifyError) {
    await releaseCode(database, identifier)
    throw verifyError
  }
}
