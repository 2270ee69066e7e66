import { AppError } from '../../../../kernel/app-error.ts'
import type { WorkspaceContext } from '../../../workspaces/server/index.ts'
import { type AuthorizationRequest, type ConnectionRequest, KEY_NAME_MAX, MCP_PATH } from '../../contract.ts'
import { requestedScope, type Scope, withParameters } from '../../domain/oauth-rules.ts'
import { clientFor, type OAuth } from './oauth.ts'

/** Length of a SHA-256 in base64url. */
const CHALLENGE_PATTERN = /^[\w-]{43}$/

/** OAuth's own name for what is wrong with a request; null when it can be granted. */
function findRequestProblem(authorizationRequest: AuthorizationRequest, appUrl: URL): string | null {
  if (authorizationRequest.response_type !== 'code') return 'unsupported_response_type'
  if (
    authorizationRequest.code_challenge_method !== 'S256' ||
    !CHALLENGE_PATTERN.test(authorizationRequest.code_challenge ?? '')
  )
    return 'invalid_request'
  const { resource } = authorizationRequest
  return resource === undefined || resource === new URL(MCP_PATH, appUrl).href ? null : 'invalid_target'
}

/**
 * Describes what an assistant asks for.
 * @throws invalid `mcp.unknown_client`: nothing may be sent to an address that the client has not registered
 */
export function readConnection(
  oauth: OAuth,
  authorizationRequest: AuthorizationRequest,
  appUrl: URL,
): ConnectionRequest {
  const oauthClient = clientFor(oauth, authorizationRequest.client_id, authorizationRequest.redirect_uri)
  if (!oauthClient)
    throw new AppError(
      'invalid',
      'mcp.unknown_client',
      'This assistant is not known here. Remove the connection there and add it again.',
    )
  const { redirect_uri, state } = authorizationRequest
  const sentParameters = { state, iss: appUrl.origin }
  const requestProblem = findRequestProblem(authorizationRequest, appUrl)
  const redirectUrl = new URL(redirect_uri)
  return {
    client_name: oauthClient.name,
    redirect_host: redirectUrl.host || redirectUrl.protocol,
    scope: requestedScope(authorizationRequest.scope),
    deny_url: withParameters(redirect_uri, { error: 'access_denied', ...sentParameters }),
    problem_url: requestProblem && withParameters(redirect_uri, { error: requestProblem, ...sentParameters }),
  }
}

/**
 * Grants what was asked for. Throws invalid `mcp.unknown_client`, `mcp.invalid_request`.
 * @returns the address to send the person to, with the code in it
 */
export function grantConnection(
  oauth: OAuth,
  { workspaceId, userId }: WorkspaceContext,
  { request, scope, appUrl }: { request: AuthorizationRequest; scope: Scope; appUrl: URL },
): string {
  const { client_name: name, problem_url: problem } = readConnection(oauth, request, appUrl)
  if (problem !== null || userId === null || !request.code_challenge)
    throw new AppError('invalid', 'mcp.invalid_request', 'This request of an assistant is incomplete.')
  const { client_id: clientId, redirect_uri, state } = request
  const authorizationCode = oauth.issueCode({
    workspace_id: workspaceId,
    user_id: userId,
    name: `${name} (MCP)`.slice(0, KEY_NAME_MAX),
    scope: requestedScope(request.scope) === 'read' ? 'read' : scope,
    clientId,
    redirect_uri,
    challenge: request.code_challenge,
  })
  return withParameters(redirect_uri, { code: authorizationCode, state, iss: appUrl.origin })
}
