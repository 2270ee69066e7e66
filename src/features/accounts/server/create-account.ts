import { newId } from '../../../kernel/ids.ts'
import type { Tx } from '../../../platform/db/index.ts'
import { profiles, signInMethods, users } from './accounts.table.ts'
import { type AcceptedTerms, recordTerms } from './profile/terms.ts'

export interface NewAccount {
  firstName: string
  lastName: string
  /** Lower-case and trimmed. */
  email: string
  /** Hashed before the transaction: hashing takes its time on purpose, and nothing waits inside one. Null: no password opens it. */
  passwordHash: string | null
  /** Injected by the caller, since billing comes after accounts. */
  trialDays: number
  freeAccess?: boolean
  emailVerified: boolean
  /** Terms that the person accepted. */
  terms?: AcceptedTerms | null
}

/**
 * Person, password and profile with its trial, in the caller's transaction (system role).
 * @returns the new person's id, or null when the address has an account already.
 */
export async function createAccount(transaction: Tx, account: NewAccount): Promise<string | null> {
  const id = newId()
  const created = await transaction
    .insert(users)
    .values({
      id,
      email: account.email,
      name: `${account.firstName} ${account.lastName}`.trim(),
      emailVerified: account.emailVerified,
    })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  if (created.length === 0) return null
  if (account.passwordHash)
    await transaction.insert(signInMethods).values({
      id: newId(),
      userId: id,
      accountId: id,
      providerId: 'credential',
      password: account.passwordHash,
      updatedAt: new Date(),
    })
  await transaction.insert(profiles).values({
    id,
    firstName: account.firstName,
    lastName: account.lastName,
    trialEndsAt: new Date(Date.now() + account.trialDays * 86_400_000),
    hasHadTrial: true,
    hasFreeAccess: account.freeAccess ?? false,
  })
  await recordTerms(transaction, id, account.terms ?? null)
  return id
}
