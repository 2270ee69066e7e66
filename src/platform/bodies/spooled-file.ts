import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { translateDiskError } from '../storage/disk-failures.ts'

/** A file left by a process that was killed is removed after this time; no request takes that long. */
const ABANDONED_MS = 60 * 60_000

/** A temporary file that holds one request body. */
export interface SpooledFile {
  readonly path: string
  /** Appends. @throws unavailable `storage.full`, `storage.read_only` */
  write(chunk: Uint8Array): Promise<void>
  /** Ends writing; the content can be read until `remove`. */
  blob(): Promise<Blob>
  remove(): Promise<void>
}

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    const found = await stat(file).catch(() => null)
    if (found && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(file, { force: true })
  }
}

/** Makes temporary files in `folder`, which is created when the first one is needed. */
export function createSpool(folder: string): () => Promise<SpooledFile> {
  let hasCleaned = false
  return async () => {
    const at = path.join(folder, randomUUID())
    let handle: FileHandle | null = await openNew(folder, at)
    if (!hasCleaned) {
      hasCleaned = true
      await removeAbandoned(folder)
    }
    const close = async () => {
      await handle?.close()
      handle = null
    }
    return {
      path: at,
      async write(chunk) {
        try {
          await handle?.writeFile(chunk)
        } catch (error) {
          throw translateDiskError(error)
        }
      },
      async blob() {
        await close()
        return openAsBlob(at)
      },
      async remove() {
        await close()
        await rm(at, { force: true })
      },
    }
  }
}

async function openNew(folder: string, at: string): Promise<FileHandle> {
  try {
    await mkdir(folder, { recursive: true })
    return await open(at, 'wx', 0o600)
  } catch (error) {
    throw translateDiskError(error)
  }
}
