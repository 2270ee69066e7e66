import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'

/** Starts a session for a user who has proven the address by an emailed link. Only server code can call it. */
export const sessionStarter = {
  id: 'session-starter',
  endpoints: {
    startSession: createAuthEndpoint.serverOnly(
      { method: 'POST', body: z.object({ userId: z.string() }), requireHeaders: true },
      async (context) => {
        const { internalAdapter } = context.context
        const user = await internalAdapter.findUserById(context.body.userId)
        if (!user) throw new Error('a session was to be started for nobody')
        const session = await internalAdapter.createSession(user.id)
        await setSessionCookie(context, { session, user })
        return { sessionId: session.id }
      },
    ),
  },
} satisfies BetterAuthPlugin
