import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'

/** Ours, also under the prefix that browsers bind to HTTPS: `name=value.signature`, the value encoded for cookies. */
const SIGNED_COOKIE = /^(\s*(?:__Host-)?answerloom\.[\w.]+=)(.+)$/

const signValue = (secretKey: string, cookieValue: string): string =>
  createHmac('sha256', secretKey).update(cookieValue).digest('base64')

const isSameSignature = (firstSignature: string, otherSignature: string): boolean =>
  firstSignature.length === otherSignature.length &&
  timingSafeEqual(Buffer.from(firstSignature), Buffer.from(otherSignature))

/** One cookie as the present key would have signed it; unchanged unless an earlier key did. */
function signedWithPresentKey(cookieText: string, presentKey: string, earlierSecretKeys: readonly string[]): string {
  const [, name, encoded = ''] = SIGNED_COOKIE.exec(cookieText) ?? []
  if (name === undefined) return cookieText
  let signedText: string
  try {
    signedText = decodeURIComponent(encoded)
  } catch {
    return cookieText
  }
  const position = signedText.lastIndexOf('.')
  const cookieValue = signedText.slice(0, position)
  if (
    position < 1 ||
    !earlierSecretKeys.some((secretKey) =>
      isSameSignature(signValue(secretKey, cookieValue), signedText.slice(position + 1)),
    )
  )
    return cookieText
  return name + encodeURIComponent(`${cookieValue}.${signValue(presentKey, cookieValue)}`)
}

/** A Cookie header in which what an earlier key has signed is signed by the present one. @param secretKeys present first */
export function resignCookies(cookieHeader: string, [present = '', ...earlier]: readonly string[]): string {
  return cookieHeader
    .split(';')
    .map((cookieText) => signedWithPresentKey(cookieText, present, earlier))
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
export const withKeyNumbers = (secretKeys: readonly string[]): { version: number; value: string }[] =>
  secretKeys.map((secretKey) => ({
    version: createHash('sha256').update(`answerloom key number\0${secretKey}`).digest().readUIntBE(0, 6),
    value: secretKey,
  }))
