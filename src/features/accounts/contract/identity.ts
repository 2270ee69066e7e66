import type { AuthenticationResponseJSON } from '@simplewebauthn/browser'
import { z } from 'zod'

export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 128
/** Minutes for which a Google sign-in confirms the identity of a user without password. */
export const GOOGLE_CONFIRMATION_MINUTES = 5

const isCredential = (candidate: unknown): boolean =>
  typeof candidate === 'object' && candidate !== null && 'id' in candidate && typeof candidate.id === 'string'

/** The browser's response to a passkey challenge. */
export interface PasskeyAssertion extends AuthenticationResponseJSON {}

/** Verified by the server against the challenge, not by its shape. */
export const passkeyAssertion = z.custom<PasskeyAssertion>(isCredential, {
  error: 'The passkey could not be read.',
})

/**
 * Proof of identity. One of these is enough: the password, a code of the authenticator app or a recovery code, or the
 * response to a challenge of `accounts.passkeys.challenge`. A user without a password needs none within
 * GOOGLE_CONFIRMATION_MINUTES after a Google sign-in. Refused with `auth.confirmation_required`,
 * `auth.passkey_required`, `auth.wrong_password`, `auth.wrong_code`, `auth.code_used`, `auth.wrong_passkey`, or
 * `rate_limited` after too many failures.
 */
export const identityProof = z.object({
  password: z.string().max(PASSWORD_MAX).optional(),
  code: z.string().trim().max(40).optional(),
  passkey: passkeyAssertion.optional(),
})
export type IdentityProof = z.input<typeof identityProof>
