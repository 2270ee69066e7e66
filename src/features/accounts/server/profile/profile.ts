import { desc, eq } from 'drizzle-orm'
import type { Tx } from '../../../../platform/db/index.ts'
import type { Profile } from '../../contract.ts'
import { profiles, signInMethods, users } from '../accounts.table.ts'
import { newestLink } from '../email/mailed-links.ts'
import { googleOf } from '../google/google-account.ts'
import { countPasskeys } from '../passkeys/own-passkeys.ts'
import { passwordHashOf } from '../passwords.ts'
import { readAcceptedTerms } from './terms.ts'

/**
 * A person with their profile; a missing profile row is tolerated and reads as empty.
 * `transaction` runs as the system role.
 * @param termsVersion version of the terms that everybody has to accept; null for none
 */
export async function readProfile(
  transaction: Tx,
  userId: string,
  termsVersion: string | null = null,
): Promise<Profile | null> {
  const [row] = await transaction
    .select()
    .from(users)
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(eq(users.id, userId))
  if (!row) return null
  const [google] = await transaction
    .select({ email: signInMethods.email })
    .from(signInMethods)
    .where(googleOf(userId))
    .orderBy(desc(signInMethods.id))
    .limit(1)
  const acceptedTerms = await readAcceptedTerms(transaction, userId)
  const [first, ...rest] = row.users.name.split(' ')
  return {
    id: row.users.id,
    email: row.users.email,
    first_name: row.profiles?.firstName || (first ?? ''),
    last_name: row.profiles?.lastName || rest.join(' '),
    avatar_url: row.profiles?.avatarUrl ?? row.users.image,
    trial_ends_at: row.profiles?.trialEndsAt?.toISOString() ?? null,
    has_had_trial: row.profiles?.hasHadTrial ?? false,
    has_free_access: row.profiles?.hasFreeAccess ?? false,
    has_password: (await passwordHashOf(transaction, userId)) !== null,
    two_factor: row.users.twoFactorEnabled,
    passkey_count: await countPasskeys(transaction, userId),
    google: google ?? null,
    needs_account_check: row.profiles?.accountCheckSince != null,
    pending_email: (await newestLink(transaction, userId, 'change_email'))?.email ?? null,
    accepted_terms: acceptedTerms,
    terms_due: acceptedTerms?.version === termsVersion ? null : termsVersion,
  }
}

export async function updateProfile(
  transaction: Tx,
  userId: string,
  profileNames: { first_name: string; last_name: string },
): Promise<void> {
  const profileFields = { firstName: profileNames.first_name, lastName: profileNames.last_name }
  await transaction
    .insert(profiles)
    .values({ id: userId, ...profileFields })
    .onConflictDoUpdate({ target: profiles.id, set: profileFields })
  await transaction
    .update(users)
    .set({ name: `${profileNames.first_name} ${profileNames.last_name}`.trim(), updatedAt: new Date() })
    .where(eq(users.id, userId))
}

/** The id of the account with this (lower-case) address. `transaction` runs as the system role. */
export async function findAccount(transaction: Tx, email: string): Promise<string | null> {
  const [row] = await transaction.select({ id: users.id }).from(users).where(eq(users.email, email))
  return row?.id ?? null
}

export async function setFreeAccess(transaction: Tx, userId: string, hasFreeAccess = true): Promise<void> {
  await transaction
    .insert(profiles)
    .values({ id: userId, hasFreeAccess })
    .onConflictDoUpdate({ target: profiles.id, set: { hasFreeAccess } })
}

/** A trial that runs until then; in the past, it is over. */
export async function setTrialEnd(transaction: Tx, userId: string, trialEndsAt: Date): Promise<void> {
  const profileFields = { trialEndsAt, hasHadTrial: true }
  await transaction
    .insert(profiles)
    .values({ id: userId, ...profileFields })
    .onConflictDoUpdate({ target: profiles.id, set: profileFields })
}
