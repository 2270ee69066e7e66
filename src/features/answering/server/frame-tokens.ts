import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** How long a token lets its frame ask, and how old one may be and still be exchanged for a new one. */
export const FRAME_TOKEN_MS = 10 * 60_000
const RENEWABLE_MS = 24 * 60 * 60_000

/** What lets the widget's frame ask in a workspace that lists its origins. */
export interface FrameTokens {
  /** @returns a token for the frame of this workspace */
  issue(workspaceId: string, now?: number): string
  /** Whether the token is this workspace's and still good for asking. */
  holds(token: string | undefined, workspaceId: string, now?: number): boolean
  /** A fresh token for one of ours that has not been out of use for more than a day; null for anything else. */
  renew(token: string, now?: number): string | null
}

const keyOf = (secretKey: string) => Buffer.from(hkdfSync('sha256', secretKey, '', 'answerloom frame token', 32))
const signed = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64url')

/**
 * Signs with a key of its own, derived from the instance's first; tokens of the earlier ones are good for what is left of
 * their life. Nothing is stored: `workspace.seconds.signature`.
 */
export function createFrameTokens(secretKeys: readonly string[]): FrameTokens {
  const keys = secretKeys.map(keyOf)
  const [key] = keys
  if (!key) throw new Error('there is no key to sign with')

  function issue(workspaceId: string, now = Date.now()): string {
    const text = `${workspaceId}.${Math.floor(now / 1000)}`
    return `${text}.${signed(key as Buffer, text)}`
  }

  /** What one of our own tokens says; null for a forged one. */
  function read(token: string): { workspaceId: string; issuedAt: number } | null {
    const [, text = '', workspaceId = '', seconds = '', signature = ''] =
      /^(([0-9a-f-]{36})\.(\d{1,12}))\.([\w-]{43})$/.exec(token) ?? []
    const given = Buffer.from(signature.padEnd(43))
    if (!keys.some((one) => timingSafeEqual(Buffer.from(signed(one, text)), given))) return null
    return { workspaceId, issuedAt: Number(seconds) * 1000 }
  }

  /** Clocks of two nodes may differ a little, hence the second bound. */
  const isWithin = (issuedAt: number, lifeMs: number, now: number) =>
    now - issuedAt <= lifeMs && issuedAt - now < 60_000

  return {
    issue,
    holds(token, workspaceId, now = Date.now()) {
      const said = token ? read(token) : null
      return said !== null && said.workspaceId === workspaceId && isWithin(said.issuedAt, FRAME_TOKEN_MS, now)
    },
    renew(token, now = Date.now()) {
      const old = read(token)
      return old && isWithin(old.issuedAt, RENEWABLE_MS, now) ? issue(old.workspaceId, now) : null
    },
  }
}
