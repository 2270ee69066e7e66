import { type Context, Hono } from 'hono'
import type { HttpEnv } from '../../../../platform/http/index.ts'
import { asAppError } from '../../../../platform/rpc/index.ts'
import type { GoogleFailure } from '../../domain/google-failure.ts'
import type { AccountServices } from '../account-services.ts'
import type { AccountLimits } from '../accounts.routes.ts'
import { anyKnownBrowserId } from '../browser-cookies.ts'
import { confirmWithGoogle } from './confirm-with-google.ts'
import { connectGoogle } from './connect-google.ts'
import { GOOGLE_CALLBACK } from './google-issuer.ts'
import { type RedirectRequest, resumeGoogleFlow } from './google-oauth-intent.ts'
import { GoogleRefusal } from './google-refusal.ts'
import type { GoogleOAuthIntent } from './google-state.ts'
import { signInWithGoogle } from './sign-in-with-google.ts'

/** Result codes in the URL of the page. */
function address(path: string, parameters: Record<string, string | undefined>): string {
  const present = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return present.length > 0 ? `${path}?${new URLSearchParams(present)}` : path
}

/** The page that asked for a confirmation, which learns of its outcome by the parameter `identity`. */
function confirmationAddress(returnTo: string, outcome: string): string {
  const url = new URL(returnTo, 'http://here')
  url.searchParams.set('identity', outcome)
  return url.pathname + url.search
}

/** Path after Google's callback: the sign-in page, which continues, or the profile that started it. */
async function follow(services: AccountServices, context: Context<HttpEnv>, request: RedirectRequest): Promise<string> {
  let intent: GoogleOAuthIntent = {}
  try {
    const { state, code, error, iss } = context.req.query()
    const back = await resumeGoogleFlow(services, request, { state, code, error, iss })
    intent = back.intent
    const google = await back.redeem()
    if (intent.link) {
      await connectGoogle(services, request, google, intent.link)
      return address('/profile', { google: 'connected' })
    }
    if (intent.confirm) {
      await confirmWithGoogle(services, request, google, intent.confirm)
      return confirmationAddress(intent.confirm.returnTo, 'confirmed')
    }
    const { signed_in } = await signInWithGoogle(services, request, google, intent)
    return address('/auth', { google: signed_in ? 'signed-in' : 'code', next: intent.next })
  } catch (failure) {
    const reason: GoogleFailure = failure instanceof GoogleRefusal ? failure.reason : 'failed'
    if (reason === 'failed') context.var.log.error({ err: failure }, 'Signing in with Google failed')
    if (reason === 'unavailable') context.var.log.warn({ err: failure }, 'Google could not be reached')
    if (intent.link) return address('/profile', { google: reason })
    if (intent.confirm) return confirmationAddress(intent.confirm.returnTo, reason)
    const tab = reason === 'terms' ? 'sign-up' : undefined
    return address('/auth', { tab, google: reason, next: intent.next, invitation: intent.invitation })
  }
}

/** The address that Google sends the browser back to. It always leads to a page of ours. */
export function createGoogleCallback(services: AccountServices, limits: Pick<AccountLimits, 'secret'>): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.get(GOOGLE_CALLBACK, async (context) => {
    const responseHeaders = new Headers()
    const request = { headers: context.req.raw.headers, address: context.var.clientAddress, responseHeaders }
    let target: string
    try {
      await limits.secret(request, anyKnownBrowserId(services.config, request))
      target = services.google ? await follow(services, context, request) : '/auth'
    } catch (error) {
      if (asAppError(error)?.kind !== 'rate_limited') throw error
      target = address('/auth', { google: 'busy' })
    }
    for (const cookie of responseHeaders.getSetCookie()) context.header('set-cookie', cookie, { append: true })
    // The code in this URL must not be leaked by a referrer.
    context.header('referrer-policy', 'no-referrer')
    context.header('cache-control', 'no-store')
    return context.redirect(target, 303)
  })
  return app
}
