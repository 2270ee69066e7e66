import type { GenericEndpointContext } from 'better-auth'

/**
 * Ends the session that this browser had before it was given the new one, so that signing in again leaves no session
 * behind. Only a cookie that we signed names one.
 *
 * @param context of the call that started the session; null where none did
 */
export async function endFormerSession(
  started: { token: string },
  context: GenericEndpointContext | null | undefined,
): Promise<void> {
  if (!context?.headers) return
  const { authCookies, internalAdapter, secret } = context.context
  const former = await context.getSignedCookie(authCookies.sessionToken.name, secret)
  if (former && former !== started.token) await internalAdapter.deleteSession(former)
}
