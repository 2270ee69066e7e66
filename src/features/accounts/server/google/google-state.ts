import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint, isAPIError } from 'better-auth/api'
import { generateRandomString } from 'better-auth/crypto'
import { generateState, parseState } from 'better-auth/oauth2'
import { z } from 'zod'

/** State of an OAuth flow, referenced by the `state` parameter and never contained in the URL. */
const intentSchema = z.object({
  /** Requested path. */
  next: z.string().optional(),
  /** The token of the invitation they came with. */
  invitation: z.string().optional(),
  /** Version of the terms that they accepted before they left. */
  acceptedTerms: z.string().optional(),
  /** User who connects Google; null for a sign-in. */
  link: z.object({ userId: z.string(), email: z.string() }).optional(),
  /** User and session that confirm the identity, and the path to continue at. */
  confirm: z.object({ userId: z.string(), sessionId: z.string(), returnTo: z.string() }).optional(),
})
export type GoogleOAuthIntent = z.output<typeof intentSchema>

/**
 * The state of an authorization: bound to the browser by a signed cookie, used once, for five minutes (ten in the table).
 * With it go the PKCE verifier and the nonce, which never reach the browser. Only our own verbs can call this.
 */
export const googleState = {
  id: 'google-state',
  endpoints: {
    beginGoogle: createAuthEndpoint.serverOnly(
      { method: 'POST', body: intentSchema, requireHeaders: true },
      async (context) => {
        const { link, ...intent } = context.body
        const nonce = generateRandomString(32)
        const { state, codeVerifier } = await generateState(context, {
          link,
          additionalData: intent,
          idTokenNonce: nonce,
        })
        return { state, codeVerifier, nonce }
      },
    ),
    /** Null where the state is unknown, used, too old or another browser's: better-auth would send it to a page of errors. */
    resumeGoogle: createAuthEndpoint.serverOnly(
      { method: 'GET', query: z.object({ state: z.string() }), requireHeaders: true },
      async (context) => {
        const parsedState = await parseState(context).catch((stateError: unknown) => {
          if (isAPIError(stateError)) return null
          throw stateError
        })
        if (!parsedState) return null
        const { codeVerifier, idTokenNonce = '', ...data } = parsedState
        return { codeVerifier, nonce: idTokenNonce, intent: intentSchema.parse(data) }
      },
    ),
  },
} satisfies BetterAuthPlugin
