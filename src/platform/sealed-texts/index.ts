import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
const VERSION = 'v1'

/** Encrypts texts in the database, so that its tables alone reveal nothing. */
export interface SealedTexts {
  /** `context` names the owner of the text and is required for reading: a sealed text is useless elsewhere. */
  seal(text: string, context: string): string
  /** Null where no key of this instance opens it, where it was altered, or where it belongs somewhere else. */
  unseal(sealed: string, context: string): string | null
}

interface Key {
  id: string
  bytes: Buffer
}

/** The instance's key signs other things too: this one is made from it and is never used for anything else. */
function keyOf(secretKey: string): Key {
  const bytes = Buffer.from(hkdfSync('sha256', secretKey, '', 'answerloom sealed texts', 32))
  return { id: createHash('sha256').update(bytes).digest('base64url').slice(0, 8), bytes }
}

/** AES-256-GCM. The first key writes; earlier ones are still read. */
export function createSealedTexts(secretKeys: readonly string[]): SealedTexts {
  const derived = secretKeys.map(keyOf)
  const keys = new Map(derived.map((key) => [key.id, key]))
  const [writing] = derived
  if (!writing) throw new Error('there is no key to write with')
  return {
    seal: (text, context) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, writing.bytes, iv).setAAD(Buffer.from(context))
      const body = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${VERSION}.${writing.id}.${body.toString('base64url')}`
    },
    unseal: (sealed, context) => {
      const [version, id, text] = sealed.split('.')
      const key = keys.get(id ?? '')
      const body = Buffer.from(text ?? '', 'base64url')
      if (version !== VERSION || !key || body.length < IV_BYTES + TAG_BYTES) return null
      try {
        const decipher = createDecipheriv(CIPHER, key.bytes, body.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
          .setAAD(Buffer.from(context))
          .setAuthTag(body.subarray(-TAG_BYTES))
        return decipher.update(body.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return null
      }
    },
  }
}
