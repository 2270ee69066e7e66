import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import { AppError } from '../../kernel/app-error.ts'

/**
 * An encrypted file: this line, a salt of 32 bytes, and chunks of 64 KiB, each with its tag, of AES-256-GCM. A chunk's
 * nonce is its number and whether it is the last one, so that chunks cannot be cut off, moved or repeated unnoticed.
 */
const FIRST_LINE = Buffer.from('answerloom-sealed 1\n')
const SALT_BYTES = 32
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16

const keyOf = (secret: string, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, 'answerloom backup', 32))

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(index), 3)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

/** Regroups a stream in pieces of `size` bytes. The last one, which may be shorter, is marked; an empty stream has one. */
async function* pieces(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ bytes: Buffer; index: number; isLast: boolean }> {
  let pending = Buffer.alloc(0)
  let index = 0
  for await (const bytes of source) {
    pending = Buffer.concat([pending, bytes])
    for (; pending.length > size; pending = pending.subarray(size))
      yield { bytes: pending.subarray(0, size), index: index++, isLast: false }
  }
  yield { bytes: pending, index, isLast: true }
}

/** Encrypts a stream with a key from `secret`. */
export async function* seal(source: AsyncIterable<Buffer>, secret: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  const key = keyOf(secret, salt)
  yield Buffer.concat([FIRST_LINE, salt])
  for await (const { bytes, index, isLast } of pieces(source, CHUNK_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, isLast))
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}

/** Decrypts what follows the first line. Throws invalid `backup.broken` for another key and for damage. */
export async function* unseal(source: AsyncIterable<Buffer>, secret: string): AsyncGenerator<Buffer> {
  let salt: Buffer | undefined
  const rest = withoutSalt(source, (found) => {
    salt = found
  })
  let key: Buffer | undefined
  for await (const { bytes, index, isLast } of pieces(rest, CHUNK_BYTES + TAG_BYTES)) {
    if (!salt || bytes.length < TAG_BYTES) throw notDecrypted()
    key ??= keyOf(secret, salt)
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index, isLast))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    const text = decipher.update(bytes.subarray(0, -TAG_BYTES))
    try {
      decipher.final()
    } catch (cause) {
      throw notDecrypted(cause)
    }
    yield text
  }
}

async function* withoutSalt(source: AsyncIterable<Buffer>, use: (salt: Buffer) => void): AsyncGenerator<Buffer> {
  const before = FIRST_LINE.length + SALT_BYTES
  let begun = Buffer.alloc(0)
  for await (const bytes of source) {
    if (begun.length >= before) {
      yield bytes
      continue
    }
    begun = Buffer.concat([begun, bytes])
    if (begun.length < before) continue
    use(begun.subarray(FIRST_LINE.length, before))
    yield begun.subarray(before)
  }
}

const notDecrypted = (cause?: unknown): AppError =>
  new AppError(
    'invalid',
    'backup.broken',
    'This backup cannot be decrypted: BACKUP_KEY is another key, or the file is damaged or was cut off.',
    { cause },
  )

/** Returns true for a file that `seal` has written. */
export async function isSealed(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(FIRST_LINE.length), 0, FIRST_LINE.length, 0)
    return bytesRead === FIRST_LINE.length && buffer.equals(FIRST_LINE)
  } finally {
    await file.close()
  }
}
