import { randomUUID } from 'node:crypto'
import { constants, type Dirent } from 'node:fs'
import { access, mkdir, open, readdir, readFile, realpath, rename, rm, rmdir, stat, statfs } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { Readable } from 'node:stream'
import { AppError } from '../../kernel/app-error.ts'
import { diskErrorCode, translateDiskError } from './disk-failures.ts'
import { checkKey, checkPrefix, type FileStorage, fileNotFound, type StoredFile } from './file-storage.ts'

// Keys never begin with a dot, so these folders cannot collide with one.
const TYPES = '.types'
const UNFINISHED = '.unfinished'
const MOVE_TRIES = 20
/** With less free space, writes fail one after the other. */
const MIN_FREE_BYTES = 2 ** 20

async function ignoring(codes: readonly string[], work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!codes.includes(diskErrorCode(error))) throw translateDiskError(error)
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/**
 * Files in a folder of this machine. The folder is made when something is first written. With less free space than
 * `minFreeBytes` its check fails.
 */
export function localStorage(root: string, minFreeBytes = MIN_FREE_BYTES): FileStorage {
  const pathOf = (key: string) => join(root, ...key.split('/'))
  const typePathOf = (key: string) => join(root, TYPES, ...key.split('/'))

  /** A link placed in the folder must not lead writes and reads out of it. */
  async function assertInside(folder: string): Promise<void> {
    const [real, realRoot] = await Promise.all([realpath(folder), realpath(root)])
    if (real !== realRoot && !real.startsWith(realRoot + sep)) {
      throw new AppError('invalid', 'storage.key', 'This key leads out of the storage folder.')
    }
  }

  /** Writes beside the tree, syncs, and renames into place. */
  async function replace(target: string, data: Buffer | Readable): Promise<void> {
    const unfinished = join(root, UNFINISHED, randomUUID())
    await mkdir(dirname(unfinished), { recursive: true })
    try {
      const file = await open(unfinished, 'wx', 0o600)
      try {
        if (data instanceof Readable && data.errored) throw data.errored
        await file.writeFile(data)
        await file.sync()
      } finally {
        await file.close()
      }
      await moveInto(unfinished, target)
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  }

  /** Deleting a last file takes its empty folders along, perhaps those being made here: then they are made again. */
  async function moveInto(from: string, target: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await mkdir(dirname(target), { recursive: true })
        await assertInside(dirname(target))
        await rename(from, target)
        return await syncFolder(dirname(target))
      } catch (error) {
        if (diskErrorCode(error) !== 'ENOENT' || attempt === MOVE_TRIES) throw error
      }
    }
  }

  async function removeEmptyFolders(folder: string): Promise<void> {
    for (let path = folder; path !== root && path.startsWith(root + sep); path = dirname(path)) {
      try {
        await rmdir(path)
      } catch {
        return
      }
    }
  }

  async function* keysIn(folder: string, prefix: string): AsyncGenerator<string> {
    let entries: Dirent[]
    try {
      entries = await readdir(folder, { withFileTypes: true })
    } catch (error) {
      if (diskErrorCode(error) === 'ENOENT') return
      throw error
    }
    // A folder sorts by its name with the slash, as keys do in a bucket.
    const named = entries
      .filter((entry) => !entry.name.startsWith('.') && (entry.isFile() || entry.isDirectory()))
      .map((entry) => ({ name: entry.name + (entry.isDirectory() ? '/' : ''), folder: entry.isDirectory() }))
      .sort((left, right) => (left.name < right.name ? -1 : 1))
    for (const entry of named) {
      if (entry.folder) yield* keysIn(join(folder, entry.name), prefix + entry.name)
      else yield prefix + entry.name
    }
  }

  async function* content(key: string): AsyncGenerator<Buffer> {
    try {
      await assertInside(dirname(pathOf(key)))
      const file = await open(pathOf(key), constants.O_RDONLY | constants.O_NOFOLLOW)
      yield* file.createReadStream()
    } catch (error) {
      throw ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(diskErrorCode(error)) ? fileNotFound() : translateDiskError(error)
    }
  }

  return {
    async put(key, data, { contentType }) {
      checkKey(key)
      // It may break before it is read from; unheard, that would end the process.
      if (data instanceof Readable) data.once('error', () => {})
      try {
        await replace(typePathOf(key), Buffer.from(contentType))
        await replace(pathOf(key), data)
      } catch (error) {
        if (['EISDIR', 'ENOTDIR', 'EEXIST', 'ENOTEMPTY'].includes(diskErrorCode(error))) {
          throw new AppError('invalid', 'storage.key', 'A key cannot be the folder of another.', { cause: error })
        }
        throw translateDiskError(error)
      }
    },

    get(key) {
      return Readable.from(content(checkKey(key)), { objectMode: false })
    },

    async stat(key): Promise<StoredFile | null> {
      checkKey(key)
      try {
        const found = await stat(pathOf(key))
        if (!found.isFile()) return null
        const contentType = await readFile(typePathOf(key), 'utf8').catch(() => 'application/octet-stream')
        return { size: found.size, contentType, modifiedAt: found.mtime }
      } catch (error) {
        if (['ENOENT', 'ENOTDIR'].includes(diskErrorCode(error))) return null
        throw translateDiskError(error)
      }
    },

    async delete(key) {
      checkKey(key)
      for (const path of [pathOf(key), typePathOf(key)]) {
        await ignoring(['ENOENT', 'ENOTDIR', 'EISDIR', 'ERR_FS_EISDIR'], rm(path))
        await removeEmptyFolders(dirname(path))
      }
    },

    async deletePrefix(prefix) {
      const folder = checkPrefix(prefix)
      if (folder === '') throw new AppError('invalid', 'storage.key', 'Deleting everything needs a prefix.')
      for (const path of [pathOf(folder), typePathOf(folder)]) {
        // Without the slash a file of that name would go too.
        await ignoring(['ENOENT', 'ENOTDIR'], rm(path + sep, { recursive: true }))
        await removeEmptyFolders(dirname(path))
      }
    },

    list(prefix) {
      const folder = checkPrefix(prefix)
      return keysIn(folder === '' ? root : pathOf(folder), prefix)
    },

    async check() {
      try {
        await mkdir(root, { recursive: true })
        await access(root, constants.W_OK)
        const { bavail, bsize } = await statfs(root)
        if (bavail * bsize < minFreeBytes) throw new AppError('unavailable', 'storage.full', 'The disk is full.')
      } catch (error) {
        throw translateDiskError(error)
      }
    },

    async signedDownload(key) {
      checkKey(key)
      return null
    },
  }
}
