import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint, getSessionFromCtx } from 'better-auth/api'
import { generateRandomString } from 'better-auth/crypto'
import { z } from 'zod'

/** Name of the cookie that better-auth's two-factor plugin sets after a correct password. */
const CHALLENGE_COOKIE = 'two_factor'
const CHALLENGE_SECONDS = 10 * 60

/** Parts of better-auth's second step that our verbs need for purposes other than checking codes. */
export const codeChallenge = {
  id: 'code-challenge',
  endpoints: {
    /** The signed-in user, or the one who passed the first step in this browser; null for neither. */
    challengedPerson: createAuthEndpoint.serverOnly({ method: 'POST', requireHeaders: true }, async (context) => {
      const session = await getSessionFromCtx(context)
      if (session) return { userId: session.user.id }
      const { name } = context.context.createAuthCookie(CHALLENGE_COOKIE)
      const key = await context.getSignedCookie(name, context.context.secret)
      const challenge = key ? await context.context.internalAdapter.findVerificationValue(key) : null
      return { userId: challenge?.value ?? null }
    }),
    /** Asks this browser for the person's code, as better-auth does after a right password: for first steps it does not know. */
    startChallenge: createAuthEndpoint.serverOnly(
      { method: 'POST', body: z.object({ userId: z.string() }), requireHeaders: true },
      async (context) => {
        const { internalAdapter, createAuthCookie, secret } = context.context
        const identifier = `2fa-${generateRandomString(20)}`
        const expiresAt = new Date(Date.now() + CHALLENGE_SECONDS * 1000)
        await internalAdapter.createVerificationValue({ identifier, value: context.body.userId, expiresAt })
        await internalAdapter.createVerificationValue({
          identifier: `2fa-attempts-${identifier}`,
          value: '0',
          expiresAt,
        })
        const { name, attributes } = createAuthCookie(CHALLENGE_COOKIE, { maxAge: CHALLENGE_SECONDS })
        await context.setSignedCookie(name, identifier, secret, attributes)
        return { started: true }
      },
    ),
  },
} satisfies BetterAuthPlugin
