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
  const signingKeys = secretKeys.map((secretKey) => Buffer.from(hkdfSync('sha256', secretKey, '', options.purpose, 32)))
  const [currentKey] = signingKeys
  if (!currentKey) throw new Error('there is no key to sign with')
  const signatureOf = (signingKey: Buffer, signedText: string) =>
    createHmac('sha256', signingKey).update(signedText).digest('base64url').slice(0, options.length)
  return {
    sign: (text) => signatureOf(currentKey, text),
    isSigned(text, signature) {
      const givenSignature = Buffer.from(signature.padEnd(options.length))
      return signingKeys.some((signingKey) =>
        timingSafeEqual(Buffer.from(signatureOf(signingKey, text)), givenSignature),
      )
    },
  }
}
