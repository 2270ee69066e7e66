import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { type HttpApp, type HttpEnv, jsonBody, mcpCors, textBody } from '../../../../platform/http/index.ts'
import { GRANTED_SECONDS } from '../../../workspaces/server/index.ts'
import { MCP_PATH } from '../../contract.ts'
import { isRedirectUri } from '../../domain/oauth-rules.ts'
import type { OAuth, Tokens } from './oauth.ts'

const RESOURCE_METADATA = '/.well-known/oauth-protected-resource'
const SERVER_METADATA = '/.well-known/oauth-authorization-server'
const REGISTER = '/oauth/register'
const TOKEN = '/oauth/token'
/** Page of the dashboard where a person decides. */
const AUTHORIZE = '/connect'
const SCOPES = ['read', 'write']

const CLIENT_NAME_MAX = 60
/** The registration travels in the client's id, and that in addresses. */
const REDIRECT_URIS_MAX = 5

const registration = z.object({
  client_name: z.string().trim().max(200).optional(),
  redirect_uris: z.array(z.string().max(300)).min(1).max(REDIRECT_URIS_MAX),
})

const clientId = z.string().max(4_000)
/** The server that the token is for (RFC 8707). */
const resourceName = z.string().max(2_000).optional()
const tokenRequest = z.discriminatedUnion('grant_type', [
  z.object({
    grant_type: z.literal('authorization_code'),
    code: z.string().max(4_000),
    redirect_uri: z.string().max(2_000),
    client_id: clientId,
    code_verifier: z.string().regex(/^[\w.~-]{43,128}$/),
    resource: resourceName,
  }),
  z.object({
    grant_type: z.literal('refresh_token'),
    refresh_token: z.string().max(4_000),
    client_id: clientId,
    resource: resourceName,
  }),
])
type TokenRequest = z.output<typeof tokenRequest>
const GRANT_TYPES = ['authorization_code', 'refresh_token']

const tokensFor = (oauth: OAuth, asked: TokenRequest): Promise<Tokens | null> =>
  asked.grant_type === 'refresh_token'
    ? oauth.refresh({ refreshToken: asked.refresh_token, clientId: asked.client_id })
    : oauth.exchange({
        code: asked.code,
        clientId: asked.client_id,
        redirectUri: asked.redirect_uri,
        verifier: asked.code_verifier,
      })

export interface OAuthRouteDeps {
  oauth: OAuth
  appUrl: URL
  /** @throws rate_limited */
  limit(address: string): Promise<void>
}

/** Value of `WWW-Authenticate` for requests without a valid token (RFC 6750, RFC 9728). */
export const bearerChallenge = (appUrl: URL, hasToken: boolean): string =>
  [
    `Bearer resource_metadata="${new URL(`${RESOURCE_METADATA}${MCP_PATH}`, appUrl).href}"`,
    `scope="${SCOPES.join(' ')}"`,
    ...(hasToken ? ['error="invalid_token"'] : []),
  ].join(', ')

const refused = (context: Context<HttpEnv>, error: string, description: string) =>
  context.json({ error, error_description: description }, 400, { 'cache-control': 'no-store' })

/** Discovery, registration of clients and the exchange of codes (OAuth 2.1, RFC 7591, 8414, 9728). */
export function createOAuthRoutes({ oauth, appUrl, limit }: OAuthRouteDeps): HttpApp {
  const at = (path: string) => new URL(path, appUrl).href
  const resource = {
    resource: at(MCP_PATH),
    authorization_servers: [appUrl.origin],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: 'Answerloom workspace',
  }
  const server = {
    issuer: appUrl.origin,
    authorization_endpoint: at(AUTHORIZE),
    token_endpoint: at(TOKEN),
    registration_endpoint: at(REGISTER),
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    grant_types_supported: GRANT_TYPES,
    token_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }

  const routes: HttpApp = new Hono<HttpEnv>()
  for (const path of [RESOURCE_METADATA, `${RESOURCE_METADATA}${MCP_PATH}`, SERVER_METADATA, REGISTER, TOKEN])
    routes.use(path, mcpCors)
  routes.get(RESOURCE_METADATA, (context) => context.json(resource))
  routes.get('/.well-known/oauth-protected-resource/mcp', (context) => context.json(resource))
  routes.get(SERVER_METADATA, (context) => context.json(server))

  routes.post(REGISTER, async (context) => {
    await limit(context.var.clientAddress)
    const { client_name, redirect_uris } = await jsonBody(context, registration)
    if (!redirect_uris.every(isRedirectUri))
      return refused(context, 'invalid_redirect_uri', 'Use addresses with HTTPS, or of the own machine.')
    const name = (client_name || 'Assistant').slice(0, CLIENT_NAME_MAX)
    const client = {
      client_id: oauth.register({ name, redirect_uris }),
      client_id_issued_at: Math.floor(Date.now() / 1000),
      client_name: name,
      redirect_uris,
      grant_types: GRANT_TYPES,
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: SCOPES.join(' '),
    }
    return context.json(client, 201, { 'cache-control': 'no-store' })
  })

  routes.post(TOKEN, async (context) => {
    await limit(context.var.clientAddress)
    const parsed = tokenRequest.safeParse(Object.fromEntries(new URLSearchParams(await textBody(context))))
    if (!parsed.success) {
      const isGrant = parsed.error.issues.every(({ path }) => path[0] !== 'grant_type')
      return refused(context, isGrant ? 'invalid_request' : 'unsupported_grant_type', 'The request is incomplete.')
    }
    if (parsed.data.resource !== undefined && parsed.data.resource !== resource.resource)
      return refused(context, 'invalid_target', 'This server issues tokens for its own MCP server only.')
    const granted = await tokensFor(oauth, parsed.data)
    if (!granted) return refused(context, 'invalid_grant', 'This code or refresh token is not valid, or no longer.')
    const { key, refreshToken } = granted
    const scope = granted.scope === 'write' ? 'read write' : 'read'
    const times = { token_type: 'Bearer', expires_in: GRANTED_SECONDS }
    return context.json({ access_token: key, ...times, refresh_token: refreshToken, scope }, 200, {
      'cache-control': 'no-store',
    })
  })
  return routes
}
