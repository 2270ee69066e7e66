import { createHmac, timingSafeEqual } from 'node:crypto'

const ID_BYTES = 16
const MAC_BYTES = 24

const macOf = (secretKey: string, purpose: string, id: Buffer): Buffer =>
  createHmac('sha256', secretKey).update(`${purpose}\0`).update(id).digest().subarray(0, MAC_BYTES)

/**
 * A token for a link: the id and its seal, which only this instance's key can make. So a row needs no secret of its own, and
 * a leaked table opens nothing. A token of one purpose is none of another.
 */
export function sealId(secretKey: string, purpose: string, id: string): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
  return Buffer.concat([bytes, macOf(secretKey, purpose, bytes)]).toString('base64url')
}

/** The id in a token that one of our keys made, an earlier one included, or null for anything else. */
export function unsealId(secretKeys: readonly string[], purpose: string, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== ID_BYTES + MAC_BYTES) return null
  const id = bytes.subarray(0, ID_BYTES)
  if (!secretKeys.some((key) => timingSafeEqual(bytes.subarray(ID_BYTES), macOf(key, purpose, id)))) return null
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
