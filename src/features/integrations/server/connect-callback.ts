import { type Context, Hono } from 'hono'
import { AppError } from '../../../kernel/app-error.ts'
import type { HttpEnv } from '../../../platform/http/index.ts'
import { type Auth, type SignedIn, sessionOf } from '../../accounts/server/index.ts'
import { SERVICE_KINDS, type ServiceKind } from '../../knowledge/contract.ts'
import { authorizeMember } from '../../workspaces/server/index.ts'
import { INTEGRATIONS_PATH } from '../contract.ts'
import { keepGrant, redirectUriOf } from './connect.ts'
import { browserToken, type ConsumedOAuthState, consumeOAuthState } from './oauth-state.ts'
import { AccessEnded, ProviderDown } from './provider.ts'
import { type IntegrationServices, providerOf } from './services.ts'

const EXCHANGE_LIMIT_MS = 20_000
/** Maximum length of the callback's parameters; valid ones are short. */
const CODE_MAX = 2_000
const DEMAND = { action: 'integration.connect', writes: true, duringPaywall: false } as const

/** Reason of a failure; the page shows the specified text for all of them. */
type Failure = 'denied' | 'state' | 'code' | 'unavailable' | 'not_allowed'

const typeOf = (text: string): ServiceKind | undefined => SERVICE_KINDS.find((type) => type === text)

/**
 * The OAuth callback. Always redirects into the dashboard; failures are in the parameter `error`, and no input of the
 * request is repeated.
 */
export function createConnectCallback(services: IntegrationServices, auth: Auth): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  const back = (context: Context<HttpEnv>, path: string, params: Record<string, string>) => {
    context.header('cache-control', 'no-store')
    context.header('referrer-policy', 'no-referrer')
    return context.redirect(`${path}?${new URLSearchParams(params)}`, 303)
  }

  async function connect(
    oauthState: ConsumedOAuthState,
    type: ServiceKind,
    signedIn: SignedIn,
    code: string,
  ): Promise<string> {
    const { oauth } = providerOf(services, type)
    if (!oauth) throw new AccessEnded('The provider is not set up any more.')
    // The user may have lost ownership during the consent.
    const context = await authorizeMember(
      services.workspaces,
      { ...signedIn, workspaceId: oauthState.workspaceId },
      DEMAND,
    )
    const grant = await oauth.exchange({
      code,
      redirectUri: redirectUriOf(services.appUrl, type),
      verifier: oauthState.verifier,
      signal: AbortSignal.timeout(EXCHANGE_LIMIT_MS),
    })
    return keepGrant(services, context, type, grant)
  }

  app.get('/api/integrations/callback/:type', async (context) => {
    const type = typeOf(context.req.param('type'))
    const failed = (error: Failure, path = INTEGRATIONS_PATH) => back(context, path, { error })
    if (!type) return failed('state')
    const headers = context.req.raw.headers
    const signedIn = await sessionOf(auth, headers)
    const oauthState = await consumeOAuthState(services, {
      state: context.req.query('state') ?? '',
      userId: signedIn?.userId ?? null,
      browser: browserToken(services.appUrl, headers),
      type,
    })
    if (!oauthState || !signedIn) return failed('state')
    const { returnPath } = oauthState
    const code = context.req.query('code') ?? ''
    if (context.req.query('error') !== undefined || code === '') return failed('denied', returnPath)
    if (code.length > CODE_MAX) return failed('code', returnPath)
    try {
      const id = await connect(oauthState, type, signedIn, code)
      return back(context, returnPath, { tab: 'connected', connected: id })
    } catch (error) {
      if (error instanceof AccessEnded) return failed('code', returnPath)
      if (error instanceof AppError && error.kind !== 'unavailable') return failed('not_allowed', returnPath)
      if (!(error instanceof ProviderDown)) context.var.log.error({ err: error }, 'Connecting an integration failed')
      return failed('unavailable', returnPath)
    }
  })
  return app
}
