import { desc, eq } from 'drizzle-orm'
import { AppError } from '../../../../kernel/app-error.ts'
import type { Config } from '../../../../platform/config/index.ts'
import type { Tx } from '../../../../platform/db/index.ts'
import { type Profile, TERMS_NOT_ACCEPTED } from '../../contract.ts'
import { invalidField } from '../account-services.ts'
import { termsAcceptances } from '../accounts.table.ts'

/** A version of the terms that a person accepted, and when. */
export interface AcceptedTerms {
  version: string
  acceptedAt: Date
}

/**
 * Returns the acceptance that a sign-up records; null where the instance has no terms.
 * @param accepted version that the person was shown
 * @throws invalid `auth.terms_not_accepted` when it is not the current one
 */
export function acceptedTerms(
  { termsVersion }: Pick<Config, 'termsVersion'>,
  accepted: string | undefined,
): AcceptedTerms | null {
  if (termsVersion === null) return null
  if (accepted !== termsVersion) throw invalidField('accepted_terms', 'auth.terms_not_accepted', TERMS_NOT_ACCEPTED)
  return { version: termsVersion, acceptedAt: new Date() }
}

/** Records an acceptance. The first one of a version counts. `transaction` runs as the system role. */
export async function recordTerms(transaction: Tx, userId: string, acceptance: AcceptedTerms | null): Promise<void> {
  if (acceptance)
    await transaction
      .insert(termsAcceptances)
      .values({ userId, ...acceptance })
      .onConflictDoNothing()
}

/** The person's newest acceptance, or null. `transaction` runs as the system role. */
export async function readAcceptedTerms(transaction: Tx, userId: string): Promise<Profile['accepted_terms']> {
  const [row] = await transaction
    .select()
    .from(termsAcceptances)
    .where(eq(termsAcceptances.userId, userId))
    .orderBy(desc(termsAcceptances.acceptedAt))
    .limit(1)
  return row ? { version: row.version, accepted_at: row.acceptedAt.toISOString() } : null
}

/**
 * Accepts the current terms for a person with an account.
 * @throws conflict `account.terms_changed` when `version` is not the current one
 */
export async function acceptTerms(
  transaction: Tx,
  { termsVersion }: Pick<Config, 'termsVersion'>,
  userId: string,
  version: string,
): Promise<void> {
  if (version !== termsVersion)
    throw new AppError('conflict', 'account.terms_changed', 'The terms have changed. Please read the current ones.')
  await recordTerms(transaction, userId, { version, acceptedAt: new Date() })
}
