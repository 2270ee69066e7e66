import { networkOf } from '../../../../platform/limits/index.ts'
import { createSigner } from './signer.ts'

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

/**
 * A token is `seconds.signature`. The signature covers the workspace and the network too, so nothing is stored and the
 * token says nothing about the visitor.
 *
 * @param secretKeys as `createSigner` takes them
 */
export function createVisitorTokens(secretKeys: readonly string[]): VisitorTokens {
  const signer = createSigner(secretKeys, { purpose: 'answerloom visitor token', length: 43 })
  const signedText = (workspaceId: string, address: string, seconds: string) =>
    `${workspaceId} ${networkOf(address)} ${seconds}`
  return {
    issue(workspaceId, address, now = Date.now()) {
      const seconds = String(Math.floor(now / 1000))
      return `${seconds}.${signer.sign(signedText(workspaceId, address, seconds))}`
    },
    isValid(token = '', workspaceId, address, now = Date.now()) {
      const [, seconds = '', signature = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(token) ?? []
      const isOurs = signer.isSigned(signedText(workspaceId, address, seconds), signature)
      const ageMs = now - Number(seconds) * 1000
      return isOurs && ageMs <= VISITOR_TOKEN_MS && ageMs >= -CLOCK_SKEW_MS
    },
  }
}
