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
function pathWithParameters(basePath: string, parameters: Record<string, string | undefined>): string {
  const givenParameters = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return givenParameters.length > 0 ? `${basePath}?${new URLSearchParams(givenParameters)}` : basePath
}

/** The page that asked for a confirmation, which learns of its outcome by the parameter `identity`. */
function confirmationAddress(returnTo: string, outcome: string): string {
  const returnUrl = new URL(returnTo, 'http://here')
  returnUrl.searchParams.set('identity', outcome)
  return returnUrl.pathname + returnUrl.search
}

/** Path after Google's callback: the sign-in page, which continues, or the profile that started it. */
async function followCallback(
  services: AccountServices,
  context: Context<HttpEnv>,
  redirectRequest: RedirectRequest,
): Promise<string> {
  let oauthIntent: GoogleOAuthIntent = {}
  try {
    const { state, code, error, iss } = context.req.query()
    const resumedFlow = await resumeGoogleFlow(services, redirectRequest, { state, code, error, iss })
    oauthIntent = resumedFlow.intent
    const googlePerson = await resumedFlow.redeem()
    if (oauthIntent.link) {
      await connectGoogle(services, redirectRequest, googlePerson, oauthIntent.link)
      return pathWithParameters('/profile', { google: 'connected' })
    }
    if (oauthIntent.confirm) {
      await confirmWithGoogle(services, redirectRequest, googlePerson, oauthIntent.confirm)
      return confirmationAddress(oauthIntent.confirm.returnTo, 'confirmed')
    }
    const { signed_in } = await signInWithGoogle(services, redirectRequest, googlePerson, oauthIntent)
    return pathWithParameters('/auth', { google: signed_in ? 'signed-in' : 'code', next: oauthIntent.next })
  } catch (flowFailure) {
    const failureReason: GoogleFailure = flowFailure instanceof GoogleRefusal ? flowFailure.reason : 'failed'
    if (failureReason === 'failed') context.var.log.error({ err: flowFailure }, 'Signing in with Google failed')
    if (failureReason === 'unavailable') context.var.log.warn({ err: flowFailure }, 'Google could not be reached')
    if (oauthIntent.link) return pathWithParameters('/profile', { google: failureReason })
    if (oauthIntent.confirm) return confirmationAddress(oauthIntent.confirm.returnTo, failureReason)
    const authTab = failureReason === 'terms' ? 'sign-up' : undefined
    return pathWithParameters('/auth', {
      tab: authTab,
      google: failureReason,
      next: oauthIntent.next,
      invitation: oauthIntent.invitation,
    })
  }
}

/** The address that Google sends the browser back to. It always leads to a page of ours. */
export function createGoogleCallback(
  services: AccountServices,
  rateLimits: Pick<AccountLimits, 'secret'>,
): Hono<HttpEnv> {
  const callbackApp = new Hono<HttpEnv>()
  callbackApp.get(GOOGLE_CALLBACK, async (context) => {
    const responseHeaders = new Headers()
    const redirectRequest = { headers: context.req.raw.headers, address: context.var.clientAddress, responseHeaders }
    let redirectPath: string
    try {
      await rateLimits.secret(redirectRequest, anyKnownBrowserId(services.config, redirectRequest))
      redirectPath = services.google ? await followCallback(services, context, redirectRequest) : '/auth'
    } catch (limitError) {
      if (asAppError(limitError)?.kind !== 'rate_limited') throw limitError
      redirectPath = pathWithParameters('/auth', { google: 'busy' })
    }
    for (const responseCookie of responseHeaders.getSetCookie())
      context.header('set-cookie', responseCookie, { append: true })
    // The code in this URL must not be leaked by a referrer.
    context.header('referrer-policy', 'no-referrer')
    context.header('cache-control', 'no-store')
    return context.redirect(redirectPath, 303)
  })
  return callbackApp
}
