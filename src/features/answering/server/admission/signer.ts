import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Signs texts with keys that are derived from the instance's secret keys for one purpose. */
export interface Signer {
  sign(text: string): string
  isSigned(text: string, signature: string): boolean
}

/**
 * @param secretKeys signs with the first; signatures of the others stay valid
 * @param length characters of a signature, at most 43
 */
export function createSigner(secretKeys: readonly string[], options: { purpose: string; length: number }): Signer {
  const keys = secretKeys.map((key) => Buffer.from(hkdfSync('sha256', key, '', options.purpose, 32)))
  const [currentKey] = keys
  if (!currentKey) throw new Error('there is no key to sign with')
  const signatureOf = (key: Buffer, text: string) =>
    createHmac('sha256', key).update(text).digest('base64url').slice(0, options.length)
  return {
    sign: (text) => signatureOf(currentKey, text),
    isSigned(text, signature) {
      const given = Buffer.from(signature.padEnd(options.length))
      return keys.some((key) => timingSafeEqual(Buffer.from(signatureOf(key, text)), given))
    },
  }
}
