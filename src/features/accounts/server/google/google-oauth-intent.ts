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
  oauthIntent: GoogleOAuthIntent,
): Promise<string> {
  const googleIssuer = issuerOf(services)
  try {
    // Nothing is begun while Google does not answer.
    await googleIssuer.ready()
  } catch (issuerError) {
    if (!(issuerError instanceof GoogleRefusal)) throw issuerError
    throw new AppError('unavailable', 'auth.google_unavailable', issuerError.message, { cause: issuerError })
  }
  const { headers, response } = await services.auth.api.beginGoogle({
    body: oauthIntent,
    headers: authHeaders(request),
    returnHeaders: true,
  })
  forwardCookies(headers, request)
  return (await googleIssuer.authorizationUrl(response)).href
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
  googleAnswer: GoogleAnswer,
): Promise<GoogleReturn> {
  const googleIssuer = issuerOf(services)
  if (!googleAnswer.state) throw new GoogleRefusal('state')
  const { headers, response } = await services.auth.api.resumeGoogle({
    query: { state: googleAnswer.state },
    headers: authHeaders(request),
    returnHeaders: true,
  })
  forwardCookies(headers, request)
  if (!response) throw new GoogleRefusal('state')
  const { intent, codeVerifier, nonce } = response
  return {
    intent,
    redeem: async () => {
      if (googleAnswer.iss !== undefined && googleAnswer.iss.replace(/\/+$/, '') !== googleIssuer.issuer)
        throw new GoogleRefusal('refused')
      if (googleAnswer.error === 'access_denied') throw new GoogleRefusal('denied')
      if (googleAnswer.error === 'server_error' || googleAnswer.error === 'temporarily_unavailable')
        throw new GoogleRefusal('unavailable')
      if (googleAnswer.error !== undefined || !googleAnswer.code || !nonce) throw new GoogleRefusal('refused')
      return googleIssuer.redeem({ code: googleAnswer.code, codeVerifier, nonce })
    },
  }
}
