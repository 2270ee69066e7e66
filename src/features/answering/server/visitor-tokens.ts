import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { networkOf } from '../../../platform/limits/index.ts'

/** Validity of a token. Pages request one before each question, so it only has to outlast the proof of work. */
export const VISITOR_TOKEN_MS = 3 * 60_000
/** Tolerated clock difference between nodes. */
const CLOCK_SKEW_MS = 60_000

/** Tokens with which our own pages ask in a workspace that lists its allowed origins. */
export interface VisitorTokens {
  /** @param address the client's; the token is valid for its network only */
  issue(workspaceId: string, address: string, now?: number): string
  /** Returns true when the token is valid, not expired, and issued for this workspace and network. */
  isValid(token: string | undefined, workspaceId: string, address: string, now?: number): boolean
}

const deriveKey = (secretKey: string) => Buffer.from(hkdfSync('sha256', secretKey, '', 'answerloom visitor token', 32))

/**
 * A token is `seconds.signature`. The signature covers the workspace and the network too, so nothing is stored and the
 * token says nothing about the visitor.
 *
 * @param secretKeys signs with the first; tokens signed with the others stay valid
 */
export function createVisitorTokens(secretKeys: readonly string[]): VisitorTokens {
  const keys = secretKeys.map(deriveKey)
  const [currentKey] = keys
  if (!currentKey) throw new Error('there is no key to sign with')

  const sign = (key: Buffer, workspaceId: string, address: string, seconds: string) =>
    createHmac('sha256', key)
      .update(`${workspaceId} ${networkOf(address)} ${seconds}`)
      .digest('base64url')

  return {
    issue(workspaceId, address, now = Date.now()) {
      const seconds = String(Math.floor(now / 1000))
      return `${seconds}.${sign(currentKey, workspaceId, address, seconds)}`
    },
    isValid(token = '', workspaceId, address, now = Date.now()) {
      const [, seconds = '', signature = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(token) ?? []
      const given = Buffer.from(signature.padEnd(43))
      const isOurs = keys.some((key) => timingSafeEqual(Buffer.from(sign(key, workspaceId, address, seconds)), given))
      const ageMs = now - Number(seconds) * 1000
      return isOurs && ageMs <= VISITOR_TOKEN_MS && ageMs >= -CLOCK_SKEW_MS
    },
  }
}
