import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'

/** Ours, also under the prefix that browsers bind to HTTPS: `name=value.signature`, the value encoded for cookies. */
const SIGNED = /^(\s*(?:__Host-)?answerloom\.[\w.]+=)(.+)$/

const signatureOf = (secretKey: string, value: string): string =>
  createHmac('sha256', secretKey).update(value).digest('base64')

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** One cookie as the present key would have signed it; unchanged unless an earlier key did. */
function signedWithPresentKey(cookie: string, present: string, earlier: readonly string[]): string {
  const [, name, encoded = ''] = SIGNED.exec(cookie) ?? []
  if (name === undefined) return cookie
  let text: string
  try {
    text = decodeURIComponent(encoded)
  } catch {
    return cookie
  }
  const position = text.lastIndexOf('.')
  const value = text.slice(0, position)
  if (position < 1 || !earlier.some((key) => isSame(signatureOf(key, value), text.slice(position + 1)))) return cookie
  return name + encodeURIComponent(`${value}.${signatureOf(present, value)}`)
}

/** A Cookie header in which what an earlier key has signed is signed by the present one. @param secretKeys present first */
export function resignCookies(header: string, [present = '', ...earlier]: readonly string[]): string {
  return header
    .split(';')
    .map((cookie) => signedWithPresentKey(cookie, present, earlier))
    .join(';')
}

/** better-auth knows keys that decrypt and one that signs: sessions would end with it. */
export const earlierKeys = (secretKeys: readonly string[]) =>
  ({
    id: 'earlier-keys',
    hooks: {
      before: [
        {
          matcher: (context) => secretKeys.length > 1 && Boolean(context.headers?.get('cookie')),
          handler: createAuthMiddleware(async (context) => {
            const cookie = resignCookies(context.headers?.get('cookie') ?? '', secretKeys)
            return { context: { headers: new Headers({ cookie }) } }
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin

/** The id of a key is derived from it, so that it is independent of the order of keys. */
export const numbered = (secretKeys: readonly string[]): { version: number; value: string }[] =>
  secretKeys.map((value) => ({
    version: createHash('sha256').update(`answerloom key number\0${value}`).digest().readUIntBE(0, 6),
    value,
  }))
