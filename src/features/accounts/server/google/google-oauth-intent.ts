import { AppError } from '../../../../kernel/app-error.ts'
import type { RequestContext } from '../../../../platform/rpc/index.ts'
import type { AccountServices } from '../account-services.ts'
import { authHeaders, forwardCookies } from '../auth-request.ts'
import type { GoogleIssuer, GooglePerson } from './google-issuer.ts'
import { GoogleRefusal } from './google-refusal.ts'
import type { GoogleOAuthIntent } from './google-state.ts'

/** A request that answers with a redirect. */
export type RedirectRequest = Pick<RequestContext, 'headers' | 'address' | 'responseHeaders'>

const issuerOf = ({ google }: AccountServices): GoogleIssuer => {
  if (google) return google
  throw new AppError('unavailable', 'auth.google_unavailable', 'Google sign-in is not set up on this server.')
}

/**
 * Returns the authorization URL; starts the state with which the callback is called. Throws unavailable
 * `auth.google_unavailable`.
 */
export async function startGoogleFlow(
  services: AccountServices,
  request: RequestContext,
  intent: GoogleOAuthIntent,
): Promise<string> {
  const issuer = issuerOf(services)
  try {
    // Nothing is begun while Google does not answer.
    await issuer.ready()
  } catch (error) {
    if (!(error instanceof GoogleRefusal)) throw error
    throw new AppError('unavailable', 'auth.google_unavailable', error.message, { cause: error })
  }
  const { headers, response } = await services.auth.api.beginGoogle({
    body: intent,
    headers: authHeaders(request),
    returnHeaders: true,
  })
  forwardCookies(headers, request)
  return (await issuer.authorizationUrl(response)).href
}

/** Parameters of Google's callback. */
export interface GoogleAnswer {
  state: string | undefined
  code: string | undefined
  error: string | undefined
  /** RFC 9207: who answers. */
  iss: string | undefined
}

/** The intent that this browser began, and how it ends. The state is used up either way. */
export interface GoogleReturn {
  intent: GoogleOAuthIntent
  /** Whom Google vouches for. Rejects with GoogleRefusal. */
  redeem(): Promise<GooglePerson>
}

/** Throws GoogleRefusal `state` where this browser began nothing that fits. */
export async function resumeGoogleFlow(
  services: AccountServices,
  request: RedirectRequest,
  answer: GoogleAnswer,
): Promise<GoogleReturn> {
  const issuer = issuerOf(services)
  if (!answer.state) throw new GoogleRefusal('state')
  const { headers, response } = await services.auth.api.resumeGoogle({
    query: { state: answer.state },
    headers: authHeaders(request),
    returnHeaders: true,
  })
  forwardCookies(headers, request)
  if (!response) throw new GoogleRefusal('state')
  const { intent, codeVerifier, nonce } = response
  return {
    intent,
    redeem: async () => {
      if (answer.iss !== undefined && answer.iss.replace(/\/+$/, '') !== issuer.issuer)
        throw new GoogleRefusal('refused')
      if (answer.error === 'access_denied') throw new GoogleRefusal('denied')
      if (answer.error === 'server_error' || answer.error === 'temporarily_unavailable')
        throw new GoogleRefusal('unavailable')
      if (answer.error !== undefined || !answer.code || !nonce) throw new GoogleRefusal('refused')
      return issuer.redeem({ code: answer.code, codeVerifier, nonce })
    },
  }
}
