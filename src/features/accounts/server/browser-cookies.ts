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
const accountKey = (config: CookieConfig, kind: BrowserCookie, email: string): string =>
  createHmac('sha256', config.secretKey).update(`${kind} browser of ${email}`).digest('base64url').slice(0, 12)

const namePrefix = (config: CookieConfig, kind: BrowserCookie): string =>
  `${config.appUrl.protocol === 'https:' ? '__Host-' : ''}answerloom.${kind}-`

/** The id of the browser that this request comes from, if it carries our cookie for the (lower-case) address. */
export function browserIdOf(
  config: CookieConfig,
  request: Pick<RequestContext, 'headers'>,
  kind: BrowserCookie,
  email: string,
): string | null {
  const name = namePrefix(config, kind) + accountKey(config, kind, email)
  const token = parse(request.headers.get('cookie') ?? '', name)[name]
  return token ? unsealId(config.secretKeys, name, token) : null
}

/** The id of this browser if any account signed in there before, for requests that do not name their account. */
export function anyKnownBrowserId(config: CookieConfig, request: Pick<RequestContext, 'headers'>): string | null {
  const prefix = namePrefix(config, 'known')
  for (const [name, token] of Object.entries(parse(request.headers.get('cookie') ?? ''))) {
    const id = name.startsWith(prefix) ? unsealId(config.secretKeys, name, token) : null
    if (id) return id
  }
  return null
}

/**
 * Sends the browser a cookie that names it for this address, and returns its id. A sign-up that is sent again keeps its
 * id, so that the links of both work there; a sign-in gets a new one, which is younger than the password.
 */
export function rememberBrowser(
  config: CookieConfig,
  request: Pick<RequestContext, 'headers' | 'responseHeaders'>,
  kind: BrowserCookie,
  email: string,
): string {
  const id = (kind === 'sign-up' && browserIdOf(config, request, kind, email)) || newId()
  const name = namePrefix(config, kind) + accountKey(config, kind, email)
  const cookie = serialize(name, sealId(config.secretKey, name, id), {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: config.appUrl.protocol === 'https:',
    maxAge: MAX_AGE_SECONDS[kind],
  })
  request.responseHeaders.append('set-cookie', cookie)
  return id
}
