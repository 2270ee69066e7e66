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
export async function createAccount(transaction: Tx, newAccount: NewAccount): Promise<string | null> {
  const userId = newId()
  const createdUsers = await transaction
    .insert(users)
    .values({
      id: userId,
      email: newAccount.email,
      name: `${newAccount.firstName} ${newAccount.lastName}`.trim(),
      emailVerified: newAccount.emailVerified,
    })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  if (createdUsers.length === 0) return null
  if (newAccount.passwordHash)
    await transaction.insert(signInMethods).values({
      id: newId(),
      userId,
      accountId: userId,
      providerId: 'credential',
      password: newAccount.passwordHash,
      updatedAt: new Date(),
    })
  await transaction.insert(profiles).values({
    id: userId,
    firstName: newAccount.firstName,
    lastName: newAccount.lastName,
    trialEndsAt: new Date(Date.now() + newAccount.trialDays * 86_400_000),
    hasHadTrial: true,
    hasFreeAccess: newAccount.freeAccess ?? false,
  })
  await recordTerms(transaction, userId, newAccount.terms ?? null)
  return userId
}
