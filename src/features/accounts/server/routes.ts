import { implement } from '@orpc/server'
import { notFound } from '../../../kernel/app-error.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import { accountsContract } from '../contract.ts'
import { readProfile, updateProfile } from './profile.ts'
import { createUserGuard, sessionOf } from './session.ts'
import { signIn, signOut } from './sign-in.ts'
import { type AccountServices, signUp } from './sign-up.ts'

/** Guards the number of tries; thrown as `rate_limited`. */
export interface AccountLimits {
  signIn(request: RequestContext, email: string): Promise<void>
  signUp(request: RequestContext): Promise<void>
}

export function createAccountsRoutes(services: AccountServices, limits: AccountLimits) {
  const os = implement(accountsContract).$context<RequestContext>()
  const { auth, config, db } = services
  const user = os.use(createUserGuard(auth))
  return os.router({
    instance: os.instance.handler(() => ({
      local: config.local,
      signup: config.signup,
      google: config.google !== null,
      demo_subdomain: config.seedDemo ? 'demo' : null,
      support_email: config.supportEmail,
    })),
    signUp: os.signUp.handler(async ({ context, input }) => {
      await limits.signUp(context)
      return signUp(services, context, input)
    }),
    signIn: os.signIn.handler(async ({ context, input }) => {
      await limits.signIn(context, input.email)
      await signIn(auth, context, input)
      return { signed_in: true as const }
    }),
    signOut: user.signOut.handler(async ({ context }) => {
      await signOut(auth, context)
      return { signed_out: true as const }
    }),
    me: os.me.handler(async ({ context }) => {
      const session = await sessionOf(auth, context.headers)
      return session ? systemTransaction(db, (tx) => readProfile(tx, session.userId)) : null
    }),
    updateProfile: user.updateProfile.handler(({ context, input }) =>
      systemTransaction(db, async (tx) => {
        await updateProfile(tx, context.userId, input)
        const profile = await readProfile(tx, context.userId)
        if (!profile) throw notFound('profile')
        return profile
      }),
    ),
  })
}
