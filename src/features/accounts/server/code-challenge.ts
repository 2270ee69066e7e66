import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint, getSessionFromCtx } from 'better-auth/api'

/** What better-auth's two-factor plugin calls the cookie of those whose password was right. */
const CHALLENGE_COOKIE = 'two_factor'

/** Tells our own verbs whose code better-auth is going to check. */
export const codeChallenge = {
  id: 'code-challenge',
  endpoints: {
    /** The person signed in, else whoever took the first step in this browser; null where that is nobody. */
    challengedPerson: createAuthEndpoint.serverOnly({ method: 'POST', requireHeaders: true }, async (ctx) => {
      const session = await getSessionFromCtx(ctx)
      if (session) return { userId: session.user.id }
      const { name } = ctx.context.createAuthCookie(CHALLENGE_COOKIE)
      const key = await ctx.getSignedCookie(name, ctx.context.secret)
      const challenge = key ? await ctx.context.internalAdapter.findVerificationValue(key) : null
      return { userId: challenge?.value ?? null }
    }),
  },
} satisfies BetterAuthPlugin
