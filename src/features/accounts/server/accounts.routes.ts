import { implement } from '@orpc/server'
import { notFound } from '../../../kernel/app-error.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import { accountsContract, type IdentityProof, type Profile } from '../contract.ts'
import type { AccountServices } from './account-services.ts'
import { anyKnownBrowserId, rememberBrowser } from './browser-cookies.ts'
import type { ConfirmationOptions, ConfirmIdentity, LimitConfirmations } from './confirm-identity.ts'
import { cancelEmailChange, confirmEmailChange, disownEmailChange, requestEmailChange } from './email/change-email.ts'
import { linkId } from './email/mailed-links.ts'
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

const done = { done: true as const }

export function createAccountsRoutes(
  services: AccountServices,
  limits: AccountLimits,
  confirmIdentity: ConfirmIdentity,
) {
  const os = implement(accountsContract).$context<RequestContext>()
  const { auth, config, db } = services
  const user = os.use(createUserGuard(auth))

  const profileOf = async (userId: string): Promise<Profile> => {
    const profile = await systemTransaction(db, (transaction) => readProfile(transaction, userId, config.termsVersion))
    if (!profile) throw notFound('profile')
    return profile
  }
  /** The caller of a change, after the rate limit. */
  const changing = async ({ userId, sessionId }: { userId: string; sessionId: string }) => {
    await limits.change(userId)
    return { userId, sessionId, email: (await profileOf(userId)).email }
  }

  /** The same, once they have proven who they are. */
  const confirming = async (
    context: RequestContext & SignedIn,
    proof: IdentityProof,
    options?: ConfirmationOptions,
  ) => {
    const person = await changing(context)
    await confirmIdentity(context, context, proof, options)
    return person
  }

  const callerOf = async (context: RequestContext, given: string): Promise<AccountCaller> => {
    const email = given.trim().toLowerCase()
    return { address: context.address, email, browserId: await knownBrowserOf(services, context, email) }
  }
  /** Counts by the browser where an account is known there, although the request names none. */
  const limitSecretOfBrowser = (context: RequestContext) => limits.secret(context, anyKnownBrowserId(config, context))

  return os.router({
    instance: os.instance.handler(() => ({
      local: config.local,
      signup: config.signup,
      google: services.google !== null,
      passkeys: offersPasskeys(config.appUrl),
      demo_subdomain: config.seedDemo ? 'demo' : null,
      support_email: config.supportEmail,
      terms_version: config.termsVersion,
    })),
    signUp: os.signUp.handler(async ({ context, input }) => {
      await limits.signUp(context)
      return signUp(services, context, input)
    }),
    signIn: os.signIn.handler(async ({ context, input }) =>
      limits.signIn(await callerOf(context, input.email), () => signIn(services, context, input)),
    ),
    signInWithCode: os.signInWithCode.handler(async ({ context, input }) => {
      await signInWithCode(services, context, input.code, (userId) => limits.secret(context, userId))
      return { signed_in: true as const }
    }),
    startGoogle: os.startGoogle.handler(async ({ context, input: { next, invitation, accepted_terms } }) => {
      await limitSecretOfBrowser(context)
      return { url: await startGoogleFlow(services, context, { next, invitation, acceptedTerms: accepted_terms }) }
    }),
    signOut: user.signOut.handler(async ({ context }) => {
      await signOut(auth, context)
      return { signed_out: true as const }
    }),
    me: os.me.handler(async ({ context }) => {
      const session = await sessionOf(auth, context.headers, context.responseHeaders)
      return session
        ? systemTransaction(db, (transaction) => readProfile(transaction, session.userId, config.termsVersion))
        : null
    }),

    resendVerification: os.resendVerification.handler(async ({ context, input }) => {
      await limits.mail(await callerOf(context, input.email))
      await resendVerification(services, input.email)
      return done
    }),
    requestPasswordReset: os.requestPasswordReset.handler(async ({ context, input }) => {
      await limits.mail(await callerOf(context, input.email))
      await requestPasswordReset(services, input.email)
      return done
    }),
    verifyEmail: os.verifyEmail.handler(async ({ context, input }) => {
      await limits.secret(context, linkId(config.secretKeys, input.token))
      return verifyEmail(services, context, input)
    }),
    checkResetLink: os.checkResetLink.handler(async ({ context, input }) => {
      await limits.secret(context, linkId(config.secretKeys, input.access_token))
      return { valid: await checkResetLink(services, input.access_token) }
    }),
    resetPassword: os.resetPassword.handler(async ({ context, input }) => {
      await limits.secret(context, linkId(config.secretKeys, input.access_token))
      await resetPassword(services, input)
      return done
    }),
    confirmEmailChange: os.confirmEmailChange.handler(async ({ context, input }) => {
      await limits.secret(context, linkId(config.secretKeys, input.token))
      return { email: await confirmEmailChange(services, context, input, limits.confirmation) }
    }),
    disownEmailChange: os.disownEmailChange.handler(async ({ context, input }) => {
      await limits.secret(context, linkId(config.secretKeys, input.token))
      return { reset_token: await disownEmailChange(services, input.token) }
    }),

    updateProfile: user.updateProfile.handler(async ({ context, input }) => {
      await systemTransaction(db, (transaction) => updateProfile(transaction, context.userId, input))
      return profileOf(context.userId)
    }),
    setAvatar: user.setAvatar.handler(async ({ context, input }) => {
      await limits.change(context.userId)
      await setAvatar(services, context.userId, input)
      return profileOf(context.userId)
    }),
    removeAvatar: user.removeAvatar.handler(async ({ context }) => {
      await removeAvatar(services, context.userId)
      return profileOf(context.userId)
    }),
    requestEmailChange: user.requestEmailChange.handler(async ({ context, input }) => {
      const { userId } = await confirming(context, input, { guardsPasskeys: true })
      await requestEmailChange(services, userId, input.email)
      return profileOf(userId)
    }),
    cancelEmailChange: user.cancelEmailChange.handler(async ({ context }) => {
      await cancelEmailChange(services, context.userId)
      return profileOf(context.userId)
    }),
    changePassword: user.changePassword.handler(async ({ context, input }) => {
      const { current_password, password, code, passkey } = input
      const proof = { password: current_password, code, passkey }
      const person = await changing(context)
      await changePassword(services, person, password, () =>
        confirmIdentity(context, context, proof, { passwordOnly: true, passwordField: 'current_password' }),
      )
      rememberBrowser(config, context, 'known', person.email)
      return done
    }),
    twoFactor: {
      start: user.twoFactor.start.handler(async ({ context, input }) => {
        await confirming(context, input, { passwordOnly: true, guardsPasskeys: true })
        return startTwoFactor(services, context, input.password)
      }),
      confirm: user.twoFactor.confirm.handler(async ({ context, input }) => {
        await confirmTwoFactor(services, context, await changing(context), input.code)
        return done
      }),
      disable: user.twoFactor.disable.handler(async ({ context, input }) => {
        const person = await confirming(context, input, { passwordOnly: true })
        await disableTwoFactor(services, context, person, input.password)
        return done
      }),
      renewRecoveryCodes: user.twoFactor.renewRecoveryCodes.handler(async ({ context, input }) => {
        const person = await confirming(context, input, { passwordOnly: true })
        return { recovery_codes: await renewRecoveryCodes(services, context, person, input.password) }
      }),
    },
    passkeys: {
      list: user.passkeys.list.handler(async ({ context }) => ({
        items: await systemTransaction(db, (transaction) => listPasskeys(transaction, context.userId)),
      })),
      challenge: os.passkeys.challenge.handler(async ({ context }) => {
        await limitSecretOfBrowser(context)
        return createPasskeyChallenge(services, context)
      }),
      signIn: os.passkeys.signIn.handler(async ({ context, input }) => {
        await limitSecretOfBrowser(context)
        await signInWithPasskey(services, context, input.passkey)
        return { signed_in: true as const }
      }),
      confirmSession: user.passkeys.confirmSession.handler(async ({ context, input }) => {
        await limits.identity(context.userId, () => provePasskey(services, context, context, input.passkey))
        return done
      }),
      startAdding: user.passkeys.startAdding.handler(async ({ context, input }) =>
        startAddingPasskey(services, context, await confirming(context, input, { guardsPasskeys: true })),
      ),
      add: user.passkeys.add.handler(async ({ context, input }) =>
        addPasskey(services, context, await changing(context), input),
      ),
      rename: user.passkeys.rename.handler(({ context, input }) =>
        systemTransaction(db, (transaction) => renamePasskey(transaction, context.userId, input)),
      ),
      remove: user.passkeys.remove.handler(async ({ context, input }) => {
        await removePasskey(services, await confirming(context, input, { guardsPasskeys: true }), input.id)
        return done
      }),
    },
    google: {
      connect: user.google.connect.handler(async ({ context, input }) => ({
        url: await startConnecting(services, context, await confirming(context, input)),
      })),
      disconnect: user.google.disconnect.handler(async ({ context, input }) => {
        await disconnectGoogle(services, await confirming(context, input))
        return done
      }),
      confirm: user.google.confirm.handler(async ({ context, input }) => {
        await limits.change(context.userId)
        return { url: await startGoogleConfirmation(services, context, context, input.return_to) }
      }),
    },
    acceptTerms: user.acceptTerms.handler(async ({ context, input }) => {
      await systemTransaction(db, (transaction) => acceptTerms(transaction, config, context.userId, input.version))
      return profileOf(context.userId)
    }),
    finishAccountCheck: user.finishAccountCheck.handler(async ({ context }) => {
      await systemTransaction(db, (transaction) => finishAccountCheck(transaction, context.userId))
      return profileOf(context.userId)
    }),
    sessions: {
      list: user.sessions.list.handler(async ({ context }) => ({
        items: await systemTransaction(db, (transaction) => listSessions(transaction, context)),
      })),
      revoke: user.sessions.revoke.handler(async ({ context, input }) => {
        await systemTransaction(db, (transaction) => revokeSession(transaction, context.userId, input.id))
        return done
      }),
      revokeAll: user.sessions.revokeAll.handler(async ({ context }) => {
        await systemTransaction(db, (transaction) => revokeAllSessions(transaction, context.userId))
        return done
      }),
    },
    delete: user.delete.handler(async ({ context, input }) => {
      const { userId } = await confirming(context, input)
      await deleteAccount(services, userId)
      return done
    }),
  })
}
