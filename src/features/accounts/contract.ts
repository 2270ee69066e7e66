import { z } from 'zod'
import { anonymousProcedure, userProcedure } from '../../kernel/procedure.ts'
import { idSchema, optionalText, requiredText, timestamp } from '../../kernel/wire.ts'
import { identityProof, PASSWORD_MAX, PASSWORD_MIN } from './contract/identity.ts'
import { passkeysContract } from './contract/passkeys.ts'

export * from './contract/identity.ts'
export * from './contract/passkeys.ts'

export const AVATAR_MAX_BYTES = 1024 * 1024
export const AVATAR_TYPES = ['image/jpeg', 'image/gif', 'image/png'] as const
/** Validity of emailed links. */
export const RESET_LINK_MINUTES = 60
export const CONFIRM_LINK_HOURS = 24
export const TERMS_VERSION_MAX = 40
export const TERMS_NOT_ACCEPTED = 'Please accept the terms and the privacy policy.'

export const profileSchema = z.object({
  id: idSchema,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  avatar_url: z.string().nullable(),
  trial_ends_at: timestamp.nullable(),
  has_had_trial: z.boolean(),
  has_free_access: z.boolean(),
  /** False for a user who signed up with Google and has no password. */
  has_password: z.boolean(),
  /** True when each sign-in asks for a code of the authenticator app. */
  two_factor: z.boolean(),
  passkey_count: z.number().int(),
  /** Null unless a Google account is connected; `email` is Google's, if it reported one. */
  google: z.object({ email: z.string().nullable() }).nullable(),
  /** The new address that waits for its confirmation. */
  pending_email: z.string().nullable(),
  /** True from a password reset on, until the person has looked through what an intruder may have left. */
  needs_account_check: z.boolean(),
  /** The newest version of the terms that the person accepted; null for none. */
  accepted_terms: z.object({ version: z.string(), accepted_at: timestamp }).nullable(),
  /** Version of the terms that the person still has to accept; null for none. */
  terms_due: z.string().nullable(),
})
export type Profile = z.output<typeof profileSchema>

const emailSchema = z.email({ error: 'Please enter a valid email address.' }).max(254)
const existingPassword = z.string().min(1, { error: 'Please enter your password.' }).max(PASSWORD_MAX)
export const newPassword = z
  .string()
  .min(PASSWORD_MIN, { error: `Password must be at least ${PASSWORD_MIN} characters long` })
  .max(PASSWORD_MAX, { error: `Please keep your password to at most ${PASSWORD_MAX} characters.` })
const termsVersion = z.string().max(TERMS_VERSION_MAX)
const linkToken = z.string().max(200)
/** The path of a page of ours, with its query. */
const ownPath = z
  .string()
  .max(500)
  .regex(/^\/(?![/\\])[\w\-./?=&%]*$/)
const done = z.object({ done: z.literal(true) })

export const signUpInput = z.object({
  first_name: requiredText(100, 'Please enter your first name.'),
  last_name: requiredText(100, 'Please enter your last name.'),
  email: emailSchema,
  password: newPassword,
  /** The token of an invitation's link: it opens an instance that takes invited people only, and proves the address. */
  invitation: z.string().max(200).optional(),
  /** Requested path: the link of the confirmation email leads there, in any tab. */
  next: z.string().max(500).startsWith('/').optional(),
  /** Version of the terms that the person accepts; required where the instance has terms. */
  accepted_terms: termsVersion.optional(),
})

export const signInInput = z.object({
  email: z.string().trim().min(1, { error: 'Please enter your email address.' }).max(254),
  password: existingPassword,
})

/** The second step: six digits from the app, or one of the recovery codes. */
export const codeInput = z.object({
  code: z.string().trim().min(1, { error: 'Please enter the code.' }).max(40),
})

export const emailInput = z.object({
  email: z.string().trim().min(1, { error: 'Please enter your email address.' }).pipe(emailSchema),
})

export const updateProfileInput = z.object({ first_name: optionalText(100), last_name: optionalText(100) })
export type UpdateProfile = z.infer<typeof updateProfileInput>
export const changeEmailInput = identityProof.extend({ email: emailSchema })

/** `password` is the new one; the present one proves who it is where there is one, else a code or a passkey. */
export const changePasswordInput = identityProof.extend({
  current_password: identityProof.shape.password,
  password: newPassword,
})

/** The square to cut out, in fractions of the upright picture's width and height. */
export const cropSchema = z.object({
  left: z.number().min(0).max(1),
  top: z.number().min(0).max(1),
  width: z.number().gt(0).max(1),
  height: z.number().gt(0).max(1),
})
export type Crop = z.output<typeof cropSchema>

export const sessionSchema = z.object({
  id: idSchema,
  /** For example «Firefox on Linux». */
  device: z.string(),
  /** As far as it is known. */
  address: z.string().nullable(),
  created_at: timestamp,
  /** To within five minutes. */
  last_seen_at: timestamp,
  /** The one this question came with. */
  current: z.boolean(),
})
export type Session = z.output<typeof sessionSchema>

/** Properties of the instance that the client needs before signing in. */
export const instanceSchema = z.object({
  local: z.boolean(),
  signup: z.enum(['open', 'invite', 'closed']),
  google: z.boolean(),
  /** False where APP_URL is an IP address: browsers know no passkeys there. */
  passkeys: z.boolean(),
  demo_subdomain: z.string().nullable(),
  support_email: z.string().nullable(),
  /** Version of the terms at /terms and /privacy that new accounts accept; null where the operator asks for none. */
  terms_version: z.string().nullable(),
})

/** The person's own affairs: they stay reachable while the paywall is up. */
const ownWrite = userProcedure({ writes: true, duringPaywall: true })
/** Those that ask for the person's identity once more, by `identityProof`. */
const confirmedWrite = userProcedure({ writes: true, duringPaywall: true, confirmsIdentity: true })

export const accountsContract = {
  instance: anonymousProcedure.output(instanceSchema),
  /** Signs the person in at once on a local instance (a Set-Cookie comes with the answer); else a mail must be confirmed first. */
  signUp: anonymousProcedure.input(signUpInput).output(z.object({ signed_in: z.boolean() })),
  /** `signed_in` is false where a code is asked for next: `signInWithCode` in the same browser, within ten minutes. */
  signIn: anonymousProcedure.input(signInInput).output(z.object({ signed_in: z.boolean() })),
  signInWithCode: anonymousProcedure.input(codeInput).output(z.object({ signed_in: z.literal(true) })),
  /** Returns the URL for signing in or up with Google. It returns to `/auth`, which continues at `next`. */
  startGoogle: anonymousProcedure
    .input(
      z.object({
        next: z.string().max(2000).optional(),
        invitation: z.string().max(200).optional(),
        accepted_terms: termsVersion.optional(),
      }),
    )
    .output(z.object({ url: z.string() })),
  signOut: userProcedure().output(z.object({ signed_out: z.literal(true) })),
  /** The signed-in person, or null: the one question asked without a session on every load. */
  me: anonymousProcedure.output(profileSchema.nullable()),

  /** These two answer alike whether or not the address has an account. */
  resendVerification: anonymousProcedure.input(emailInput).output(done),
  requestPasswordReset: anonymousProcedure.input(emailInput).output(done),
  /** `signed_in` is false where the owner of the address has to choose a password: the browser is not the one that signed up. */
  verifyEmail: anonymousProcedure
    .input(z.object({ token: linkToken, password: newPassword.optional() }))
    .output(z.object({ signed_in: z.boolean() })),
  /** Checks whether an emailed link is still valid, without using it. */
  checkResetLink: anonymousProcedure
    .input(z.object({ access_token: linkToken }))
    .output(z.object({ valid: z.boolean() })),
  resetPassword: anonymousProcedure.input(z.object({ access_token: linkToken, password: newPassword })).output(done),
  /** Needs the password in a browser without a session of the account (`auth.password_required`). */
  confirmEmailChange: anonymousProcedure
    .input(z.object({ token: linkToken, password: z.string().max(PASSWORD_MAX).optional() }))
    .output(z.object({ email: z.string() })),
  /** "This wasn't me": ends the change and every session; the token opens the page that sets a new password. */
  disownEmailChange: anonymousProcedure
    .input(z.object({ token: linkToken }))
    .output(z.object({ reset_token: z.string() })),

  updateProfile: ownWrite.input(updateProfileInput).output(profileSchema),
  /** Takes more than a picture may have, so that one too large is refused in words about pictures. */
  setAvatar: userProcedure({ writes: true, duringPaywall: true, maxBodyBytes: 4 * 1024 * 1024 })
    .input(z.object({ file: z.file(), crop: cropSchema.optional() }))
    .output(profileSchema),
  removeAvatar: ownWrite.output(profileSchema),
  requestEmailChange: confirmedWrite.input(changeEmailInput).output(profileSchema),
  cancelEmailChange: ownWrite.output(profileSchema),
  /** Ends the person's other sessions. */
  changePassword: confirmedWrite.input(changePasswordInput).output(done),
  passkeys: passkeysContract,
  /** For an account with a password, only the password confirms a change of the second factor. */
  twoFactor: {
    /** Makes a secret; it counts once `confirm` was given a right code. */
    start: confirmedWrite
      .input(identityProof)
      .output(z.object({ uri: z.string(), secret: z.string(), recovery_codes: z.array(z.string()) })),
    confirm: ownWrite.input(codeInput).output(done),
    disable: confirmedWrite.input(identityProof).output(done),
    /** The former ones no longer work. */
    renewRecoveryCodes: confirmedWrite.input(identityProof).output(z.object({ recovery_codes: z.array(z.string()) })),
  },
  google: {
    /** Returns the URL for connecting Google. It returns to `/profile`. */
    connect: confirmedWrite.input(identityProof).output(z.object({ url: z.string() })),
    /** Refused where nothing else would sign the person in. */
    disconnect: confirmedWrite.input(identityProof).output(done),
    /** Returns the URL for confirming the identity with Google. It returns to `return_to`. */
    confirm: ownWrite.input(z.object({ return_to: ownPath })).output(z.object({ url: z.string() })),
  },
  /** Accepts the current terms. Refuses a version that is no longer the current one, because the person has not read the current one. */
  acceptTerms: ownWrite.input(z.object({ version: termsVersion })).output(profileSchema),
  /** Ends the account check that follows a reset. */
  finishAccountCheck: ownWrite.output(profileSchema),
  sessions: {
    list: userProcedure().output(z.object({ items: z.array(sessionSchema) })),
    revoke: ownWrite.input(z.object({ id: idSchema })).output(done),
    /** Ends every session, this one too. */
    revokeAll: ownWrite.output(done),
  },
  /** Deletes the person with what only they own; workspaces with other members pass to one of them. */
  delete: confirmedWrite
    .input(identityProof.extend({ confirm: z.literal('DELETE', { error: 'Please type "DELETE" to confirm' }) }))
    .output(done),
}

declare module '../../kernel/events.ts' {
  interface EventMap {
    'account.deleting': { workspace_id: null; user_id: string }
  }
}
