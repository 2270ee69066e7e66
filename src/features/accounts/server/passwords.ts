import { and, eq, ne } from 'drizzle-orm'
import { AppError } from '../../../kernel/app-error.ts'
import { newId } from '../../../kernel/ids.ts'
import { systemTransaction, type Tx } from '../../../platform/db/index.ts'
import { checkPassword } from '../domain/password.ts'
import { type AccountServices, invalidField } from './account-services.ts'
import { sessions, signInMethods, users } from './accounts.table.ts'
import { endPendingAccess } from './sessions/pending-access.ts'

const isPasswordOf = (userId: string) =>
  and(eq(signInMethods.userId, userId), eq(signInMethods.providerId, 'credential'))

/** The hash of the person's password, or null where they have none. `transaction` runs as the system role. */
export async function passwordHashOf(transaction: Tx, userId: string): Promise<string | null> {
  const [row] = await transaction
    .select({ hash: signInMethods.password })
    .from(signInMethods)
    .where(isPasswordOf(userId))
  return row?.hash ?? null
}

/**
 * When the password of the account with this address was last set; null without one. The time is of this process, as
 * the ids it is compared with. `transaction` runs as the system role.
 */
export async function passwordSetAt(transaction: Tx, email: string): Promise<Date | null> {
  const [row] = await transaction
    .select({ setAt: signInMethods.updatedAt })
    .from(signInMethods)
    .innerJoin(users, eq(users.id, signInMethods.userId))
    .where(and(eq(users.email, email), eq(signInMethods.providerId, 'credential')))
  return row?.setAt ?? null
}

/** Replaces the password or adds the first one; ends every session but `keepSession`, and all pending access. */
export async function setPassword(
  transaction: Tx,
  userId: string,
  newPassword: { passwordHash: string; keepSession: string | null },
): Promise<void> {
  const changedMethods = await transaction
    .update(signInMethods)
    .set({ password: newPassword.passwordHash, updatedAt: new Date() })
    .where(isPasswordOf(userId))
    .returning({ id: signInMethods.id })
  if (changedMethods.length === 0)
    await transaction.insert(signInMethods).values({
      id: newId(),
      userId,
      accountId: userId,
      providerId: 'credential',
      password: newPassword.passwordHash,
      updatedAt: new Date(),
    })
  await endPendingAccess(transaction, userId)
  await transaction
    .delete(sessions)
    .where(
      and(eq(sessions.userId, userId), newPassword.keepSession ? ne(sessions.id, newPassword.keepSession) : undefined),
    )
}

/**
 * Passes where the person's password is the given one, or where they have none. Returns the hash it was checked
 * against. Throws invalid `auth.wrong_password` with the field's name.
 */
export async function provePassword(
  services: AccountServices,
  userId: string,
  givenPassword: string | undefined,
  fieldName: string,
): Promise<string | null> {
  const storedHash = await systemTransaction(services.db, (transaction) => passwordHashOf(transaction, userId))
  if (storedHash === null) return null
  const { password } = await services.auth.$context
  if (givenPassword && (await password.verify({ hash: storedHash, password: givenPassword }))) return storedHash
  throw invalidField(
    fieldName,
    'auth.wrong_password',
    givenPassword ? 'This is not your password.' : 'Please enter your password.',
  )
}

/** Hashes a new password after checking it. Throws invalid `auth.weak_password`. */
export async function hashNewPassword(
  services: AccountServices,
  givenPassword: string,
  email: string,
): Promise<string> {
  const refusalText = checkPassword(givenPassword, email)
  if (refusalText) throw invalidField('password', 'auth.weak_password', refusalText)
  const { password } = await services.auth.$context
  return password.hash(givenPassword)
}

/**
 * Passes where `givenPassword` is the account's password; unlike `provePassword` never without one.
 * Throws invalid `auth.sign_in_first` for an account without a password, `auth.password_required` for a missing and
 * `auth.wrong_password` for a wrong one.
 */
export async function requirePassword(
  services: AccountServices,
  userId: string,
  givenPassword: string | undefined,
): Promise<void> {
  const storedHash = await systemTransaction(services.db, (transaction) => passwordHashOf(transaction, userId))
  if (storedHash === null)
    throw new AppError('invalid', 'auth.sign_in_first', 'Please sign in to your account, then open this link again.')
  if (!givenPassword) throw invalidField('password', 'auth.password_required', 'Please enter your password.')
  await provePassword(services, userId, givenPassword, 'password')
}

/**
 * Changes the password of a signed-in person, or sets the first one, and ends their other sessions.
 * @param confirmIdentity proves the person's identity
 * Throws as `confirmIdentity` does; invalid `auth.weak_password`; conflict `auth.password_changed`.
 */
export async function changePassword(
  services: AccountServices,
  signedIn: { userId: string; sessionId: string; email: string },
  password: string,
  confirmIdentity: () => Promise<void>,
): Promise<void> {
  const previousHash = await systemTransaction(services.db, (transaction) =>
    passwordHashOf(transaction, signedIn.userId),
  )
  await confirmIdentity()
  const passwordHash = await hashNewPassword(services, password, signedIn.email)
  await systemTransaction(services.db, async (transaction) => {
    if ((await passwordHashOf(transaction, signedIn.userId)) !== previousHash)
      throw new AppError(
        'conflict',
        'auth.password_changed',
        'Your password was changed in the meantime. Please try again.',
      )
    await setPassword(transaction, signedIn.userId, { passwordHash, keepSession: signedIn.sessionId })
    await services.sendMail(transaction, { notice: 'password_changed', to: signedIn.email })
  })
}
