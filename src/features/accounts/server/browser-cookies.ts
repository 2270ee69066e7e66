import { createHmac } from 'node:crypto'
import { parse, serialize } from 'hono/utils/cookie'
import { newId } from '../../../kernel/ids.ts'
import type { Config } from '../../../platform/config/index.ts'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import { sealId, unsealId } from '../../../platform/sealed-ids/index.ts'

/**
 * Two cookies identify a browser, each for one email address and signed with the instance's key: `known` is set when
 * the account signs in there, `sign-up` when a sign-up with the address starts there.
 */
export type BrowserCookie = 'known' | 'sign-up'

type CookieConfig = Pick<Config, 'appUrl' | 'secretKey' | 'secretKeys'>

const DAY_SECONDS = 24 * 60 * 60
const MAX_AGE_SECONDS: Record<BrowserCookie, number> = { known: 365 * DAY_SECONDS, 'sign-up': DAY_SECONDS }

/** Identifies an account in cookie names, so that several accounts can use one browser. Does not reveal the address. */
const accountKey = (cookieConfig: CookieConfig, cookieKind: BrowserCookie, email: string): string =>
  createHmac('sha256', cookieConfig.secretKey)
    .update(`${cookieKind} browser of ${email}`)
    .digest('base64url')
    .slice(0, 12)

const namePrefix = (cookieConfig: CookieConfig, cookieKind: BrowserCookie): string =>
  `${cookieConfig.appUrl.protocol === 'https:' ? '__Host-' : ''}answerloom.${cookieKind}-`

/** The id of the browser that this request comes from, if it carries our cookie for the (lower-case) address. */
export function browserIdOf(
  cookieConfig: CookieConfig,
  request: Pick<RequestContext, 'headers'>,
  cookieKind: BrowserCookie,
  email: string,
): string | null {
  const cookieName = namePrefix(cookieConfig, cookieKind) + accountKey(cookieConfig, cookieKind, email)
  const cookieToken = parse(request.headers.get('cookie') ?? '', cookieName)[cookieName]
  return cookieToken ? unsealId(cookieConfig.secretKeys, cookieName, cookieToken) : null
}

/** The id of this browser if any account signed in there before, for requests that do not name their account. */
export function anyKnownBrowserId(cookieConfig: CookieConfig, request: Pick<RequestContext, 'headers'>): string | null {
  const cookiePrefix = namePrefix(cookieConfig, 'known')
  for (const [name, token] of Object.entries(parse(request.headers.get('cookie') ?? ''))) {
    const browserId = name.startsWith(cookiePrefix) ? unsealId(cookieConfig.secretKeys, name, token) : null
    if (browserId) return browserId
  }
  return null
}

/**
 * Sends the browser a cookie that names it for this address, and returns its id. A sign-up that is sent again keeps its
 * id, so that the links of both work there; a sign-in gets a new one, which is younger than the password.
 */
export function rememberBrowser(
  cookieConfig: CookieConfig,
  request: Pick<RequestContext, 'headers' | 'responseHeaders'>,
  cookieKind: BrowserCookie,
  email: string,
): string {
  const browserId = (cookieKind === 'sign-up' && browserIdOf(cookieConfig, request, cookieKind, email)) || newId()
  const cookieName = namePrefix(cookieConfig, cookieKind) + accountKey(cookieConfig, cookieKind, email)
  const cookieHeader = serialize(cookieName, sealId(cookieConfig.secretKey, cookieName, browserId), {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: cookieConfig.appUrl.protocol === 'https:',
    maxAge: MAX_AGE_SECONDS[cookieKind],
  })
  request.responseHeaders.append('set-cookie', cookieHeader)
  return browserId
}
