import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { type HttpApp, type HttpEnv, jsonBody, mcpCors, textBody } from '../../../../platform/http/index.ts'
import { GRANTED_SECONDS } from '../../../workspaces/server/index.ts'
import { MCP_PATH } from '../../contract.ts'
import { isRedirectUri } from '../../domain/oauth-rules.ts'
import type { IssuedTokens, OAuth } from './oauth.ts'

const RESOURCE_METADATA = '/.well-known/oauth-protected-resource'
const SERVER_METADATA = '/.well-known/oauth-authorization-server'
const REGISTER_PATH = '/oauth/register'
const TOKEN_PATH = '/oauth/token'
/** Page of the dashboard where a person decides. */
const AUTHORIZE_PAGE = '/connect'
const SUPPORTED_SCOPES = ['read', 'write']

const CLIENT_NAME_MAX = 60
/** The registration travels in the client's id, and that in addresses. */
const REDIRECT_URIS_MAX = 5

const registrationSchema = z.object({
  client_name: z.string().trim().max(200).optional(),
  redirect_uris: z.array(z.string().max(300)).min(1).max(REDIRECT_URIS_MAX),
})

const clientIdSchema = z.string().max(4_000)
/** The server that the token is for (RFC 8707). */
const resourceSchema = z.string().max(2_000).optional()
const tokenRequestSchema = z.discriminatedUnion('grant_type', [
  z.object({
    grant_type: z.literal('authorization_code'),
    code: z.string().max(4_000),
    redirect_uri: z.string().max(2_000),
    client_id: clientIdSchema,
    code_verifier: z.string().regex(/^[\w.~-]{43,128}$/),
    resource: resourceSchema,
  }),
  z.object({
    grant_type: z.literal('refresh_token'),
    refresh_token: z.string().max(4_000),
    client_id: clientIdSchema,
    resource: resourceSchema,
  }),
])
type TokenRequest = z.output<typeof tokenRequestSchema>
const GRANT_TYPES = ['authorization_code', 'refresh_token']

const issueTokens = (oauth: OAuth, tokenRequest: TokenRequest): Promise<IssuedTokens | null> =>
  tokenRequest.grant_type === 'refresh_token'
    ? oauth.refresh({ refreshToken: tokenRequest.refresh_token, clientId: tokenRequest.client_id })
    : oauth.exchange({
        code: tokenRequest.code,
        clientId: tokenRequest.client_id,
        redirectUri: tokenRequest.redirect_uri,
        verifier: tokenRequest.code_verifier,
      })

export interface OAuthRouteDependencies {
  oauth: OAuth
  appUrl: URL
  /** @throws rate_limited */
  limit(address: string): Promise<void>
}

/** Value of `WWW-Authenticate` for requests without a valid token (RFC 6750, RFC 9728). */
export const bearerChallenge = (appUrl: URL, hasToken: boolean): string =>
  [
    `Bearer resource_metadata="${new URL(`${RESOURCE_METADATA}${MCP_PATH}`, appUrl).href}"`,
    `scope="${SUPPORTED_SCOPES.join(' ')}"`,
    ...(hasToken ? ['error="invalid_token"'] : []),
  ].join(', ')

const refuseRequest = (httpContext: Context<HttpEnv>, errorCode: string, description: string) =>
  httpContext.json({ error: errorCode, error_description: description }, 400, { 'cache-control': 'no-store' })

/** Discovery, registration of clients and the exchange of codes (OAuth 2.1, RFC 7591, 8414, 9728). */
export function createOAuthRoutes({ oauth, appUrl, limit }: OAuthRouteDependencies): HttpApp {
  const absoluteUrl = (urlPath: string) => new URL(urlPath, appUrl).href
  const resourceMetadata = {
    resource: absoluteUrl(MCP_PATH),
    authorization_servers: [appUrl.origin],
    scopes_supported: SUPPORTED_SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: 'Answerloom workspace',
  }
  const serverMetadata = {
    issuer: appUrl.origin,
    authorization_endpoint: absoluteUrl(AUTHORIZE_PAGE),
    token_endpoint: absoluteUrl(TOKEN_PATH),
    registration_endpoint: absoluteUrl(REGISTER_PATH),
    scopes_supported: SUPPORTED_SCOPES,
    response_types_supported: ['code'],
    grant_types_supported: GRANT_TYPES,
    token_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }

  const oauthRoutes: HttpApp = new Hono<HttpEnv>()
  for (const corsPath of [
    RESOURCE_METADATA,
    `${RESOURCE_METADATA}${MCP_PATH}`,
    SERVER_METADATA,
    REGISTER_PATH,
    TOKEN_PATH,
  ])
    oauthRoutes.use(corsPath, mcpCors)
  oauthRoutes.get(RESOURCE_METADATA, (httpContext) => httpContext.json(resourceMetadata))
  oauthRoutes.get('/.well-known/oauth-protected-resource/mcp', (httpContext) => httpContext.json(resourceMetadata))
  oauthRoutes.get(SERVER_METADATA, (httpContext) => httpContext.json(serverMetadata))

  oauthRoutes.post(REGISTER_PATH, async (httpContext) => {
    await limit(httpContext.var.clientAddress)
    const { client_name, redirect_uris } = await jsonBody(httpContext, registrationSchema)
    if (!redirect_uris.every(isRedirectUri))
      return refuseRequest(httpContext, 'invalid_redirect_uri', 'Use addresses with HTTPS, or of the own machine.')
    const clientName = (client_name || 'Assistant').slice(0, CLIENT_NAME_MAX)
    const registeredClient = {
      client_id: oauth.register({ name: clientName, redirect_uris }),
      client_id_issued_at: Math.floor(Date.now() / 1000),
      client_name: clientName,
      redirect_uris,
      grant_types: GRANT_TYPES,
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: SUPPORTED_SCOPES.join(' '),
    }
    return httpContext.json(registeredClient, 201, { 'cache-control': 'no-store' })
  })

  oauthRoutes.post(TOKEN_PATH, async (httpContext) => {
    await limit(httpContext.var.clientAddress)
    const parsedRequest = tokenRequestSchema.safeParse(
      Object.fromEntries(new URLSearchParams(await textBody(httpContext))),
    )
    if (!parsedRequest.success) {
      const isKnownGrant = parsedRequest.error.issues.every(({ path }) => path[0] !== 'grant_type')
      return refuseRequest(
        httpContext,
        isKnownGrant ? 'invalid_request' : 'unsupported_grant_type',
        'The request is incomplete.',
      )
    }
    if (parsedRequest.data.resource !== undefined && parsedRequest.data.resource !== resourceMetadata.resource)
      return refuseRequest(httpContext, 'invalid_target', 'This server issues tokens for its own MCP server only.')
    const grantedTokens = await issueTokens(oauth, parsedRequest.data)
    if (!grantedTokens)
      return refuseRequest(httpContext, 'invalid_grant', 'This code or refresh token is not valid, or no longer.')
    const { key, refreshToken } = grantedTokens
    const scopeText = grantedTokens.scope === 'write' ? 'read write' : 'read'
    const tokenLifetime = { token_type: 'Bearer', expires_in: GRANTED_SECONDS }
    return httpContext.json(
      { access_token: key, ...tokenLifetime, refresh_token: refreshToken, scope: scopeText },
      200,
      {
        'cache-control': 'no-store',
      },
    )
  })
  return oauthRoutes
}
