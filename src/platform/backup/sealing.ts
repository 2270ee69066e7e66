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

const deriveKey = (backupSecret: string, keySalt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', backupSecret, keySalt, 'answerloom backup', 32))

function nonceOf(pieceIndex: number, isLastPiece: boolean): Buffer {
  const pieceNonce = Buffer.alloc(12)
  pieceNonce.writeBigUInt64BE(BigInt(pieceIndex), 3)
  pieceNonce.writeUInt8(isLastPiece ? 1 : 0, 11)
  return pieceNonce
}

/** Regroups a stream in pieces of `size` bytes. The last one, which may be shorter, is marked; an empty stream has one. */
async function* piecesOf(
  sourceBytes: AsyncIterable<Buffer>,
  pieceBytes: number,
): AsyncGenerator<{ bytes: Buffer; index: number; isLast: boolean }> {
  let pendingBytes = Buffer.alloc(0)
  let pieceIndex = 0
  for await (const sourceChunk of sourceBytes) {
    pendingBytes = Buffer.concat([pendingBytes, sourceChunk])
    for (; pendingBytes.length > pieceBytes; pendingBytes = pendingBytes.subarray(pieceBytes))
      yield { bytes: pendingBytes.subarray(0, pieceBytes), index: pieceIndex++, isLast: false }
  }
  yield { bytes: pendingBytes, index: pieceIndex, isLast: true }
}

/** Encrypts a stream with a key from `secret`. */
export async function* seal(sourceBytes: AsyncIterable<Buffer>, backupSecret: string): AsyncGenerator<Buffer> {
  const keySalt = randomBytes(SALT_BYTES)
  const derivedKey = deriveKey(backupSecret, keySalt)
  yield Buffer.concat([FIRST_LINE, keySalt])
  for await (const { bytes, index, isLast } of piecesOf(sourceBytes, CHUNK_BYTES)) {
    const pieceCipher = createCipheriv('aes-256-gcm', derivedKey, nonceOf(index, isLast))
    yield Buffer.concat([pieceCipher.update(bytes), pieceCipher.final(), pieceCipher.getAuthTag()])
  }
}

/** Decrypts what follows the first line. Throws invalid `backup.broken` for another key and for damage. */
export async function* unseal(sourceBytes: AsyncIterable<Buffer>, backupSecret: string): AsyncGenerator<Buffer> {
  let keySalt: Buffer | undefined
  const bytesAfterSalt = withoutSalt(sourceBytes, (foundSalt) => {
    keySalt = foundSalt
  })
  let derivedKey: Buffer | undefined
  for await (const { bytes, index, isLast } of piecesOf(bytesAfterSalt, CHUNK_BYTES + TAG_BYTES)) {
    if (!keySalt || bytes.length < TAG_BYTES) throw notDecrypted()
    derivedKey ??= deriveKey(backupSecret, keySalt)
    const decipher = createDecipheriv('aes-256-gcm', derivedKey, nonceOf(index, isLast))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    const decryptedBytes = decipher.update(bytes.subarray(0, -TAG_BYTES))
    try {
      decipher.final()
    } catch (cause) {
      throw notDecrypted(cause)
    }
    yield decryptedBytes
  }
}

async function* withoutSalt(
  sourceBytes: AsyncIterable<Buffer>,
  useSalt: (salt: Buffer) => void,
): AsyncGenerator<Buffer> {
  const prefixLength = FIRST_LINE.length + SALT_BYTES
  let beginning = Buffer.alloc(0)
  for await (const sourceChunk of sourceBytes) {
    if (beginning.length >= prefixLength) {
      yield sourceChunk
      continue
    }
    beginning = Buffer.concat([beginning, sourceChunk])
    if (beginning.length < prefixLength) continue
    useSalt(beginning.subarray(FIRST_LINE.length, prefixLength))
    yield beginning.subarray(prefixLength)
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
export async function isSealed(filePath: string): Promise<boolean> {
  const fileHandle = await open(filePath, 'r')
  try {
    const { buffer, bytesRead } = await fileHandle.read(Buffer.alloc(FIRST_LINE.length), 0, FIRST_LINE.length, 0)
    return bytesRead === FIRST_LINE.length && buffer.equals(FIRST_LINE)
  } finally {
    await fileHandle.close()
  }
}
