import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { Auth } from './auth.ts'
import { authHeaders, forwardCookies } from './auth-request.ts'

/** Signs somebody in who has proven who they are; the session's cookie goes out with the answer. */
export async function startSession(
  auth: Auth,
  request: Pick<RequestContext, 'headers' | 'address' | 'responseHeaders'>,
  userId: string,
): Promise<void> {
  const { headers } = await auth.api.startSession({
    body: { userId },
    headers: authHeaders(request),
    returnHeaders: true,
  })
  forwardCookies(headers, request)
}
