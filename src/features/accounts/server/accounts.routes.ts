import { implement } from '@orpc/server'
import { notFound } from '../../../kernel/app-error.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import { accountsContract, type IdentityProof, type Profile } from '../contract.ts'
import type { AccountServices } from './account-services.ts'
import { anyKnownBrowserId, rememberBrowser } from './browser-cookies.ts'
import type { ConfirmationOptions, ConfirmIdentity, LimitConfirmations } from './confirm-identity.ts'
import { cancelEmailChange, confirmEmailChange, disownEmailChange, requestEmailChange } from './email/change-email.ts'
import { openLinkToken } from './email/mailed-links.ts'
import { checkResetLink, requestPasswordReset, resetPassword } from './email/reset-password.ts'
import { resendVerification, verifyEmail } from './email/verify-email.ts'
import { startGoogleConfirmation } from './google/confirm-with-google.ts'
import { disconnectGoogle, startConnecting } from './google/connect-google.ts'
import { startGoogleFlow } from './google/google-oauth-intent.ts'
import { addPasskey, listPasskeys, removePasskey, renamePasskey, startAddingPasskey } from './passkeys/own-passkeys.ts'
import { createPasskeyChallenge, provePasskey, signInWithPasskey } from './passkeys/passkey-challenge.ts'
import { offersPasskeys } from './passkeys/passkey-plugin.ts'
import { changePassword } from './passwords.ts'
import { finishAccountCheck } from './profile/account-check.ts'
import { removeAvatar, setAvatar } from './profile/avatar.ts'
import { deleteAccount } from './profile/delete-account.ts'
import { readProfile, updateProfile } from './profile/profile.ts'
import { acceptTerms } from './profile/terms.ts'
import { knownBrowserOf } from './sessions/known-browser.ts'
import { listSessions, revokeAllSessions, revokeSession } from './sessions/own-sessions.ts'
import { createUserGuard, type SignedIn, sessionOf } from './sessions/session.ts'
import { signIn, signOut } from './sessions/sign-in.ts'
import { signUp } from './sessions/sign-up.ts'
import { signInWithCode } from './two-factor/sign-in-with-code.ts'
import { confirmTwoFactor, disableTwoFactor, renewRecoveryCodes, startTwoFactor } from './two-factor/two-factor.ts'

/** The caller of an account action: the client's network, the (lower-case) address and the browser, if known. */
export interface AccountCaller {
  address: string
  email: string
  /** Set for a browser that signed in to this account before: it is counted by itself, so that others cannot block it. */
  browserId: string | null
}

/** Guards the number of tries; thrown as `rate_limited`. */
export interface AccountLimits {
  /** Runs a sign-in and counts it if the credentials are wrong (`auth.invalid_credentials`); success forgives. */
  signIn<Result>(caller: AccountCaller, attempt: () => Promise<Result>): Promise<Result>
  signUp(request: RequestContext): Promise<void>
  /** Requests for a mail to the address. */
  mail(caller: AccountCaller): Promise<void>
  /**
   * Links and codes that could be guessed, counted by network.
   * @param own what they are counted by instead, so that others in the network cannot block it: the id of a link that is
   *   ours, the account that passed the first step, or a browser that signed in before
   */
  secret(request: Pick<RequestContext, 'address'>, own?: string | null): Promise<void>
  /** A signed-in person's changes that ask for the password, send mails or cost work. */
  change(userId: string): Promise<void>
  identity: LimitConfirmations
  /** Passwords that the holder of a link to a new address tries, apart from the owner's changes. */
  confirmation(userId: string): Promise<void>
}

const DONE_RESPONSE = { done: true as const }

export function createAccountsRoutes(
  services: AccountServices,
  rateLimits: AccountLimits,
  confirmIdentity: ConfirmIdentity,
) {
  const contractRouter = implement(accountsContract).$context<RequestContext>()
  const { auth, config, db } = services
  const userRouter = contractRouter.use(createUserGuard(auth))

  const profileOf = async (userId: string): Promise<Profile> => {
    const profile = await systemTransaction(db, (transaction) => readProfile(transaction, userId, config.termsVersion))
    if (!profile) throw notFound('profile')
    return profile
  }
  /** The caller of a change, after the rate limit. */
  const changing = async ({ userId, sessionId }: { userId: string; sessionId: string }) => {
    await rateLimits.change(userId)
    return { userId, sessionId, email: (await profileOf(userId)).email }
  }

  /** The same, once they have proven who they are. */
  const confirming = async (
    context: RequestContext & SignedIn,
    proof: IdentityProof,
    options?: ConfirmationOptions,
  ) => {
    const signedInPerson = await changing(context)
    await confirmIdentity(context, context, proof, options)
    return signedInPerson
  }

  const callerOf = async (context: RequestContext, given: string): Promise<AccountCaller> => {
    const email = given.trim().toLowerCase()
    return { address: context.address, email, browserId: await knownBrowserOf(services, context, email) }
  }
  /** Counts by the browser where an account is known there, although the request names none. */
  const limitSecretOfBrowser = (context: RequestContext) =>
    rateLimits.secret(context, anyKnownBrowserId(config, context))

  return contractRouter.router({
    instance: contractRouter.instance.handler(() => ({
      local: config.local,
      signup: config.signup,
      google: services.google !== null,
      passkeys: offersPasskeys(config.appUrl),
      demo_subdomain: config.seedDemo ? 'demo' : null,
      support_email: config.supportEmail,
      terms_version: config.termsVersion,
    })),
    signUp: contractRouter.signUp.handler(async ({ context, input }) => {
      await rateLimits.signUp(context)
      return signUp(services, context, input)
    }),
    signIn: contractRouter.signIn.handler(async ({ context, input }) =>
      rateLimits.signIn(await callerOf(context, input.email), () => signIn(services, context, input)),
    ),
    signInWithCode: contractRouter.signInWithCode.handler(async ({ context, input }) => {
      await signInWithCode(services, context, input.code, (userId) => rateLimits.secret(context, userId))
      return { signed_in: true as const }
    }),
    startGoogle: contractRouter.startGoogle.handler(
      async ({ context, input: { next, invitation, accepted_terms } }) => {
        await limitSecretOfBrowser(context)
        return { url: await startGoogleFlow(services, context, { next, invitation, acceptedTerms: accepted_terms }) }
      },
    ),
    signOut: userRouter.signOut.handler(async ({ context }) => {
      await signOut(auth, context)
      return { signed_out: true as const }
    }),
    me: contractRouter.me.handler(async ({ context }) => {
      const session = await sessionOf(auth, context.headers, context.responseHeaders)
      return session
        ? systemTransaction(db, (transaction) => readProfile(transaction, session.userId, config.termsVersion))
        : null
    }),

    resendVerification: contractRouter.resendVerification.handler(async ({ context, input }) => {
      await rateLimits.mail(await callerOf(context, input.email))
      await resendVerification(services, input.email)
      return DONE_RESPONSE
    }),
    requestPasswordReset: contractRouter.requestPasswordReset.handler(async ({ context, input }) => {
      await rateLimits.mail(await callerOf(context, input.email))
      await requestPasswordReset(services, input.email)
      return DONE_RESPONSE
    }),
    verifyEmail: contractRouter.verifyEmail.handler(async ({ context, input }) => {
      await rateLimits.secret(context, openLinkToken(config.secretKeys, input.token))
      return verifyEmail(services, context, input)
    }),
    checkResetLink: contractRouter.checkResetLink.handler(async ({ context, input }) => {
      await rateLimits.secret(context, openLinkToken(config.secretKeys, input.access_token))
      return { valid: await checkResetLink(services, input.access_token) }
    }),
    resetPassword: contractRouter.resetPassword.handler(async ({ context, input }) => {
      await rateLimits.secret(context, openLinkToken(config.secretKeys, input.access_token))
      await resetPassword(services, input)
      return DONE_RESPONSE
    }),
    confirmEmailChange: contractRouter.confirmEmailChange.handler(async ({ context, input }) => {
      await rateLimits.secret(context, openLinkToken(config.secretKeys, input.token))
      return { email: await confirmEmailChange(services, context, input, rateLimits.confirmation) }
    }),
    disownEmailChange: contractRouter.disownEmailChange.handler(async ({ context, input }) => {
      await rateLimits.secret(context, openLinkToken(config.secretKeys, input.token))
      return { reset_token: await disownEmailChange(services, input.token) }
    }),

    updateProfile: userRouter.updateProfile.handler(async ({ context, input }) => {
      await systemTransaction(db, (transaction) => updateProfile(transaction, context.userId, input))
      return profileOf(context.userId)
    }),
    setAvatar: userRouter.setAvatar.handler(async ({ context, input }) => {
      await rateLimits.change(context.userId)
      await setAvatar(services, context.userId, input)
      return profileOf(context.userId)
    }),
    removeAvatar: userRouter.removeAvatar.handler(async ({ context }) => {
      await removeAvatar(services, context.userId)
      return profileOf(context.userId)
    }),
    requestEmailChange: userRouter.requestEmailChange.handler(async ({ context, input }) => {
      const { userId } = await confirming(context, input, { guardsPasskeys: true })
      await requestEmailChange(services, userId, input.email)
      return profileOf(userId)
    }),
    cancelEmailChange: userRouter.cancelEmailChange.handler(async ({ context }) => {
      await cancelEmailChange(services, context.userId)
      return profileOf(context.userId)
    }),
    changePassword: userRouter.changePassword.handler(async ({ context, input }) => {
      const { current_password, password, code, passkey } = input
      const proof = { password: current_password, code, passkey }
      const signedInPerson = await changing(context)
      await changePassword(services, signedInPerson, password, () =>
        confirmIdentity(context, context, proof, { passwordOnly: true, passwordField: 'current_password' }),
      )
      rememberBrowser(config, context, 'known', signedInPerson.email)
      return DONE_RESPONSE
    }),
    twoFactor: {
      start: userRouter.twoFactor.start.handler(async ({ context, input }) => {
        await confirming(context, input, { passwordOnly: true, guardsPasskeys: true })
        return startTwoFactor(services, context, input.password)
      }),
      confirm: userRouter.twoFactor.confirm.handler(async ({ context, input }) => {
        await confirmTwoFactor(services, context, await changing(context), input.code)
        return DONE_RESPONSE
      }),
      disable: userRouter.twoFactor.disable.handler(async ({ context, input }) => {
        const signedInPerson = await confirming(context, input, { passwordOnly: true })
        await disableTwoFactor(services, context, signedInPerson, input.password)
        return DONE_RESPONSE
      }),
      renewRecoveryCodes: userRouter.twoFactor.renewRecoveryCodes.handler(async ({ context, input }) => {
        const signedInPerson = await confirming(context, input, { passwordOnly: true })
        return { recovery_codes: await renewRecoveryCodes(services, context, signedInPerson, input.password) }
      }),
    },
    passkeys: {
      list: userRouter.passkeys.list.handler(async ({ context }) => ({
        items: await systemTransaction(db, (transaction) => listPasskeys(transaction, context.userId)),
      })),
      challenge: contractRouter.passkeys.challenge.handler(async ({ context }) => {
        await limitSecretOfBrowser(context)
        return createPasskeyChallenge(services, context)
      }),
      signIn: contractRouter.passkeys.signIn.handler(async ({ context, input }) => {
        await limitSecretOfBrowser(context)
        await signInWithPasskey(services, context, input.passkey)
        return { signed_in: true as const }
      }),
      confirmSession: userRouter.passkeys.confirmSession.handler(async ({ context, input }) => {
        await rateLimits.identity(context.userId, () => provePasskey(services, context, context, input.passkey))
        return DONE_RESPONSE
      }),
      startAdding: userRouter.passkeys.startAdding.handler(async ({ context, input }) =>
        startAddingPasskey(services, context, await confirming(context, input, { guardsPasskeys: true })),
      ),
      add: userRouter.passkeys.add.handler(async ({ context, input }) =>
        addPasskey(services, context, await changing(context), input),
      ),
      rename: userRouter.passkeys.rename.handler(({ context, input }) =>
        systemTransaction(db, (transaction) => renamePasskey(transaction, context.userId, input)),
      ),
      remove: userRouter.passkeys.remove.handler(async ({ context, input }) => {
        await removePasskey(services, await confirming(context, input, { guardsPasskeys: true }), input.id)
        return DONE_RESPONSE
      }),
    },
    google: {
      connect: userRouter.google.connect.handler(async ({ context, input }) => ({
        url: await startConnecting(services, context, await confirming(context, input)),
      })),
      disconnect: userRouter.google.disconnect.handler(async ({ context, input }) => {
        await disconnectGoogle(services, await confirming(context, input))
        return DONE_RESPONSE
      }),
      confirm: userRouter.google.confirm.handler(async ({ context, input }) => {
        await rateLimits.change(context.userId)
        return { url: await startGoogleConfirmation(services, context, context, input.return_to) }
      }),
    },
    acceptTerms: userRouter.acceptTerms.handler(async ({ context, input }) => {
      await systemTransaction(db, (transaction) => acceptTerms(transaction, config, context.userId, input.version))
      return profileOf(context.userId)
    }),
    finishAccountCheck: userRouter.finishAccountCheck.handler(async ({ context }) => {
      await systemTransaction(db, (transaction) => finishAccountCheck(transaction, context.userId))
      return profileOf(context.userId)
    }),
    sessions: {
      list: userRouter.sessions.list.handler(async ({ context }) => ({
        items: await systemTransaction(db, (transaction) => listSessions(transaction, context)),
      })),
      revoke: userRouter.sessions.revoke.handler(async ({ context, input }) => {
        await systemTransaction(db, (transaction) => revokeSession(transaction, context.userId, input.id))
        return DONE_RESPONSE
      }),
      revokeAll: userRouter.sessions.revokeAll.handler(async ({ context }) => {
        await systemTransaction(db, (transaction) => revokeAllSessions(transaction, context.userId))
        return DONE_RESPONSE
      }),
    },
    delete: userRouter.delete.handler(async ({ context, input }) => {
      const { userId } = await confirming(context, input)
      await deleteAccount(services, userId)
      return DONE_RESPONSE
    }),
  })
}
