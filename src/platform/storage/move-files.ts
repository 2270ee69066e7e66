import { createHash } from 'node:crypto'
import { AppError } from '../../kernel/app-error.ts'
import type { FileStorage } from './file-storage.ts'

/** Result of the move: identical files that exist already are not sent again. */
export interface MovedFiles {
  copied: number
  unchanged: number
  bytes: number
}

async function digest(storage: FileStorage, key: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of storage.get(key)) hash.update(piece as Buffer)
  return hash.digest('hex')
}

/**
 * Copies every file from one storage to another and reads each back to compare it; deletes nothing. Can be repeated
 * after an interruption: files that have arrived are skipped, as are files deleted in between.
 * @throws unavailable `storage.differs` when a copy differs from its source
 */
export async function moveFiles(from: FileStorage, to: FileStorage): Promise<MovedFiles> {
  const moved: MovedFiles = { copied: 0, unchanged: 0, bytes: 0 }
  for await (const key of from.list('')) {
    const bytes = await copy(from, to, key)
    if (bytes === 'unchanged') moved.unchanged++
    else if (bytes !== 'gone') {
      moved.copied++
      moved.bytes += bytes
    }
  }
  return moved
}

async function copy(from: FileStorage, to: FileStorage, key: string): Promise<number | 'unchanged' | 'gone'> {
  try {
    const [here, there] = await Promise.all([from.stat(key), to.stat(key)])
    if (!here) return 'gone'
    const wanted = await digest(from, key)
    const alike = there !== null && there.size === here.size && there.contentType === here.contentType
    if (alike && (await digest(to, key)) === wanted) return 'unchanged'
    await to.put(key, from.get(key), { contentType: here.contentType })
    if ((await digest(to, key)) === wanted) return here.size
  } catch (error) {
    if ((await from.stat(key)) === null) return 'gone'
    throw error
  }
  throw new AppError('unavailable', 'storage.differs', `The file ${key} was changed on the way. Try again.`)
}
