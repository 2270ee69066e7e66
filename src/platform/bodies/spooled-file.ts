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

async function removeAbandoned(spoolFolder: string): Promise<void> {
  for (const fileName of await readdir(spoolFolder)) {
    const filePath = path.join(spoolFolder, fileName)
    const fileStatus = await stat(filePath).catch(() => null)
    if (fileStatus && Date.now() - fileStatus.mtimeMs > ABANDONED_MS) await rm(filePath, { force: true })
  }
}

/** Makes temporary files in `folder`, which is created when the first one is needed. */
export function createSpool(spoolFolder: string): () => Promise<SpooledFile> {
  let hasCleaned = false
  return async () => {
    const spoolPath = path.join(spoolFolder, randomUUID())
    let fileHandle: FileHandle | null = await openNewFile(spoolFolder, spoolPath)
    if (!hasCleaned) {
      hasCleaned = true
      await removeAbandoned(spoolFolder)
    }
    const closeHandle = async () => {
      await fileHandle?.close()
      fileHandle = null
    }
    return {
      path: spoolPath,
      async write(bodyChunk) {
        try {
          await fileHandle?.writeFile(bodyChunk)
        } catch (error) {
          throw translateDiskError(error)
        }
      },
      async blob() {
        await closeHandle()
        return openAsBlob(spoolPath)
      },
      async remove() {
        await closeHandle()
        await rm(spoolPath, { force: true })
      },
    }
  }
}

async function openNewFile(spoolFolder: string, spoolPath: string): Promise<FileHandle> {
  try {
    await mkdir(spoolFolder, { recursive: true })
    return await open(spoolPath, 'wx', 0o600)
  } catch (error) {
    throw translateDiskError(error)
  }
}
