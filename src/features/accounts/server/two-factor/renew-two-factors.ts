import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { and, eq } from 'drizzle-orm'
import { systemTransaction } from '../../../../platform/db/index.ts'
import type { AccountServices } from '../account-services.ts'
import { twoFactors } from '../accounts.table.ts'

export interface Renewed {
  /** Now written with the present key. */
  renewed: number
  /** No key of this instance opens them: their owners need a recovery by the operator. */
  unreadable: number
}

/**
 * Encrypts every second factor with the current key, so that a previous one can be removed. Skips those changed at the
 * same time, since they use the current key.
 */
export async function renewTwoFactors({ auth, db }: AccountServices): Promise<Renewed> {
  const { secretConfig: key } = await auth.$context
  const rows = await systemTransaction(db, (transaction) => transaction.select().from(twoFactors))
  const outcome: Renewed = { renewed: 0, unreadable: 0 }
  const again = async (data: string) => symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data }) })
  for (const row of rows) {
    const fresh = await Promise.all([again(row.secret), again(row.backupCodes)]).catch(() => null)
    if (!fresh) {
      outcome.unreadable++
      continue
    }
    const [secret, backupCodes] = fresh
    const written = await systemTransaction(db, (transaction) =>
      transaction
        .update(twoFactors)
        .set({ secret, backupCodes })
        .where(
          and(
            eq(twoFactors.id, row.id),
            eq(twoFactors.secret, row.secret),
            eq(twoFactors.backupCodes, row.backupCodes),
          ),
        )
        .returning({ id: twoFactors.id }),
    )
    outcome.renewed += written.length
  }
  return outcome
}
