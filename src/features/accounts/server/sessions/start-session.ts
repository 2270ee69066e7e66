import type { RequestContext } from '../../../../platform/rpc/index.ts'
import type { Auth } from '../auth.ts'
import { authHeaders, forwardCookies } from '../auth-request.ts'

/** Starts a session for a user with proven identity; the response sets the cookie. Returns the session's id. */
export async function startSession(
  auth: Auth,
  request: Pick<RequestContext, 'headers' | 'address' | 'responseHeaders'>,
  userId: string,
): Promise<string> {
  const { headers, response } = await auth.api.startSession({
    body: { userId },
    headers: authHeaders(request),
    returnHeaders: true,
  })
  forwardCookies(headers, request)
  return response.sessionId
}
