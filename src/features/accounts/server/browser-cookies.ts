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

const purposeOf = (kind: BrowserCookie, email: string) => `${kind} browser of ${email}`

/** Differs by address, so that several accounts can use one browser, and does not reveal the address. */
function cookieName(config: CookieConfig, kind: BrowserCookie, email: string): string {
  const prefix = config.appUrl.protocol === 'https:' ? '__Host-answerloom' : 'answerloom'
  const account = createHmac('sha256', config.secretKey).update(purposeOf(kind, email)).digest('base64url').slice(0, 12)
  return `${prefix}.${kind}-${account}`
}

/** The id of the browser that this request comes from, if it carries our cookie for the (lower-case) address. */
export function browserIdOf(
  config: CookieConfig,
  request: Pick<RequestContext, 'headers'>,
  kind: BrowserCookie,
  email: string,
): string | null {
  const name = cookieName(config, kind, email)
  const token = parse(request.headers.get('cookie') ?? '', name)[name]
  return token ? unsealId(config.secretKeys, purposeOf(kind, email), token) : null
}

/** Sends the browser a cookie that names it, and returns its id. A browser that has one keeps its id. */
export function rememberBrowser(
  config: CookieConfig,
  request: Pick<RequestContext, 'headers' | 'responseHeaders'>,
  kind: BrowserCookie,
  email: string,
): string {
  const id = browserIdOf(config, request, kind, email) ?? newId()
  const token = sealId(config.secretKey, purposeOf(kind, email), id)
  const cookie = serialize(cookieName(config, kind, email), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: config.appUrl.protocol === 'https:',
    maxAge: MAX_AGE_SECONDS[kind],
  })
  request.responseHeaders.append('set-cookie', cookie)
  return id
}
