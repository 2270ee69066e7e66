import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { and, eq } from 'drizzle-orm'
import { systemTransaction } from '../../../../platform/db/index.ts'
import type { AccountServices } from '../account-services.ts'
import { twoFactors } from '../accounts.table.ts'

export interface RenewalCounts {
  /** Now written with the present key. */
  renewed: number
  /** No key of this instance opens them: their owners need a recovery by the operator. */
  unreadable: number
}

/**
 * Encrypts every second factor with the current key, so that a previous one can be removed. Skips those changed at the
 * same time, since they use the current key.
 */
export async function renewTwoFactors({ auth, db }: AccountServices): Promise<RenewalCounts> {
  const { secretConfig: key } = await auth.$context
  const twoFactorRows = await systemTransaction(db, (transaction) => transaction.select().from(twoFactors))
  const renewalCounts: RenewalCounts = { renewed: 0, unreadable: 0 }
  const reencrypt = async (encryptedText: string) =>
    symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data: encryptedText }) })
  for (const twoFactorRow of twoFactorRows) {
    const reencrypted = await Promise.all([reencrypt(twoFactorRow.secret), reencrypt(twoFactorRow.backupCodes)]).catch(
      () => null,
    )
    if (!reencrypted) {
      renewalCounts.unreadable++
      continue
    }
    const [secret, backupCodes] = reencrypted
    const updatedRows = await systemTransaction(db, (transaction) =>
      transaction
        .update(twoFactors)
        .set({ secret, backupCodes })
        .where(
          and(
            eq(twoFactors.id, twoFactorRow.id),
            eq(twoFactors.secret, twoFactorRow.secret),
            eq(twoFactors.backupCodes, twoFactorRow.backupCodes),
          ),
        )
        .returning({ id: twoFactors.id }),
    )
    renewalCounts.renewed += updatedRows.length
  }
  return renewalCounts
}
