import { type Context, Hono } from 'hono'
import { AppError } from '../../../kernel/app-error.ts'
import type { HttpEnv } from '../../../platform/http/index.ts'
import { type Auth, type SignedIn, sessionOf } from '../../accounts/server/index.ts'
import { SERVICE_KINDS, type ServiceKind } from '../../knowledge/contract.ts'
import { authorizeMember } from '../../workspaces/server/index.ts'
import { INTEGRATIONS_PATH } from '../contract.ts'
import { keepGrant, redirectUriOf } from './connect.ts'
import { type ConsumedOAuthState, consumeOAuthState, readBrowserToken } from './oauth-state.ts'
import { AccessEnded, ProviderDown } from './provider.ts'
import { type IntegrationServices, providerOf } from './services.ts'

const EXCHANGE_LIMIT_MS = 20_000
/** Maximum length of the callback's parameters; valid ones are short. */
const CODE_LENGTH_MAX = 2_000
const OWNER_REQUIREMENT = { action: 'integration.connect', writes: true, duringPaywall: false } as const

/** Reason of a failure; the page shows the specified text for all of them. */
type ConnectFailure = 'denied' | 'state' | 'code' | 'unavailable' | 'not_allowed'

const parseServiceKind = (kindText: string): ServiceKind | undefined =>
  SERVICE_KINDS.find((serviceKind) => serviceKind === kindText)

/**
 * The OAuth callback. Always redirects into the dashboard; failures are in the parameter `error`, and no input of the
 * request is repeated.
 */
export function createConnectCallback(services: IntegrationServices, authentication: Auth): Hono<HttpEnv> {
  const callbackApp = new Hono<HttpEnv>()
  const redirectBack = (httpContext: Context<HttpEnv>, returnPath: string, queryParameters: Record<string, string>) => {
    httpContext.header('cache-control', 'no-store')
    httpContext.header('referrer-policy', 'no-referrer')
    return httpContext.redirect(`${returnPath}?${new URLSearchParams(queryParameters)}`, 303)
  }

  async function connectService(
    oauthState: ConsumedOAuthState,
    serviceKind: ServiceKind,
    signedIn: SignedIn,
    authorizationCode: string,
  ): Promise<string> {
    const { oauth } = providerOf(services, serviceKind)
    if (!oauth) throw new AccessEnded('The provider is not set up any more.')
    // The user may have lost ownership during the consent.
    const workspaceContext = await authorizeMember(
      services.workspaces,
      { ...signedIn, workspaceId: oauthState.workspaceId },
      OWNER_REQUIREMENT,
    )
    const accessGrant = await oauth.exchange({
      code: authorizationCode,
      redirectUri: redirectUriOf(services.appUrl, serviceKind),
      verifier: oauthState.verifier,
      signal: AbortSignal.timeout(EXCHANGE_LIMIT_MS),
    })
    return keepGrant(services, workspaceContext, serviceKind, accessGrant)
  }

  callbackApp.get('/api/integrations/callback/:type', async (httpContext) => {
    const serviceKind = parseServiceKind(httpContext.req.param('type'))
    const redirectFailure = (connectFailure: ConnectFailure, targetPath = INTEGRATIONS_PATH) =>
      redirectBack(httpContext, targetPath, { error: connectFailure })
    if (!serviceKind) return redirectFailure('state')
    const requestHeaders = httpContext.req.raw.headers
    const signedIn = await sessionOf(authentication, requestHeaders)
    const oauthState = await consumeOAuthState(services, {
      state: httpContext.req.query('state') ?? '',
      userId: signedIn?.userId ?? null,
      browser: readBrowserToken(services.appUrl, requestHeaders),
      type: serviceKind,
    })
    if (!oauthState || !signedIn) return redirectFailure('state')
    const { returnPath } = oauthState
    const authorizationCode = httpContext.req.query('code') ?? ''
    if (httpContext.req.query('error') !== undefined || authorizationCode === '')
      return redirectFailure('denied', returnPath)
    if (authorizationCode.length > CODE_LENGTH_MAX) return redirectFailure('code', returnPath)
    try {
      const integrationId = await connectService(oauthState, serviceKind, signedIn, authorizationCode)
      return redirectBack(httpContext, returnPath, { tab: 'connected', connected: integrationId })
    } catch (connectError) {
      if (connectError instanceof AccessEnded) return redirectFailure('code', returnPath)
      if (connectError instanceof AppError && connectError.kind !== 'unavailable')
        return redirectFailure('not_allowed', returnPath)
      if (!(connectError instanceof ProviderDown))
        httpContext.var.log.error({ err: connectError }, 'Connecting an integration failed')
      return redirectFailure('unavailable', returnPath)
    }
  })
  return callbackApp
}
