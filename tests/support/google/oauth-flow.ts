// The OAuth flow to Notion and back, as a browser does it.
import { expect } from 'vitest'
import type { Tenant, TestApp } from '../app/test-app.ts'

export const RETURN = '/dashboard/integrations'

const cookiesOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

/** Starts the flow. @returns the redirect address and the browser's cookies apart from the session */
export async function leave(app: TestApp, tenant: Tenant, cookie = tenant.cookie) {
  const answer = await app.rpc(
    'integrations/connect',
    { type: 'notion', return_url: `${app.core.config.appUrl.origin}${RETURN}?tab=available` },
    { cookie, workspaceId: tenant.workspaceId },
  )
  expect(answer.status).toBe(200)
  const { auth_url } = (answer.body as { json: { auth_url: string } }).json
  const url = new URL(auth_url)
  const redirectUri = url.searchParams.get('redirect_uri') ?? ''
  const browser = cookiesOf(answer.headers)
  return {
    url,
    state: url.searchParams.get('state') ?? '',
    redirectUri,
    browser,
    setCookie: answer.headers.getSetCookie(),
  }
}

/** Comes back from Notion. @returns where the browser is sent */
export async function returnFromProvider(
  app: TestApp,
  params: Record<string, string>,
  cookie: string,
  type = 'notion',
) {
  const answer = await app.fetch(
    new Request(`http://localhost/api/integrations/callback/${type}?${new URLSearchParams(params)}`, {
      headers: { cookie },
    }),
  )
  return { status: answer.status, location: answer.headers.get('location'), headers: answer.headers }
}
