// An authenticator app: six digits from a secret and the clock (RFC 6238 over HMAC-SHA-1), written apart from the server's.
import { createHmac } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_MS = 30_000

function fromBase32(text: string): Buffer {
  const bits = [...text.replace(/[\s=]/g, '').toUpperCase()]
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code that the app shows for a secret in base 32. */
export function totp(secret: string, now: number = Date.now()): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / STEP_MS)))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/**
 * Returns the next code, which is accepted already. For users who have just used the current one, since each works
 * once.
 */
export const nextTotp = (secret: string): string => totp(secret, Date.now() + STEP_MS)

/** Returns six digits that differ from the codes accepted now. */
export function wrongTotp(secret: string): string {
  const near = [-1, 0, 1].map((steps) => totp(secret, Date.now() + steps * STEP_MS))
  return ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code)) ?? '444444'
}
