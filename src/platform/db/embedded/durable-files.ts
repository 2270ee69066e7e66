import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { EmbeddedStats } from './messages.ts'

type PostgresMod = PGlite['Module']

interface FileStream {
  nfd?: number
  node: { name: string; parent: { name: string } }
}
interface HostFiles {
  realPath(node: FileStream['node']): string
  stream_ops: {
    fsync?: (stream: FileStream) => number
    write(stream: FileStream, buffer: Uint8Array, offset: number, length: number, position: number): number
  }
}

/** WASI's errno for an I/O error: PostgreSQL must stop, and recovers from its log when it is opened again. */
const IO_ERROR = 29

/**
 * PGlite's host file system, with the two calls durability needs. Its own has no fsync: a commit would be acknowledged
 * while it is only in the operating system's memory.
 */
export class DurableFiles extends NodeFS {
  #stats: EmbeddedStats

  constructor(dataFolder: string, engineStats: EmbeddedStats) {
    super(dataFolder)
    this.#stats = engineStats
  }

  override async init(
    postgres: PGlite,
    moduleOptions: Partial<PostgresMod>,
  ): Promise<{ emscriptenOpts: Partial<PostgresMod> }> {
    const { emscriptenOpts } = await super.init(postgres, moduleOptions)
    emscriptenOpts.preRun?.push((postgresModule: PostgresMod) => {
      const { filesystems } = postgresModule.FS as unknown as { filesystems: { NODEFS: HostFiles } }
      this.#install(filesystems.NODEFS)
    })
    return { emscriptenOpts }
  }

  #install(hostFiles: HostFiles): void {
    const engineStats = this.#stats
    const writeStream = hostFiles.stream_ops.write
    hostFiles.stream_ops.write = (fileStream, writeBuffer, bufferOffset, writeLength, position) => {
      if (fileStream.node.parent.name === 'pg_wal') engineStats.walBytes += writeLength
      return writeStream(fileStream, writeBuffer, bufferOffset, writeLength, position)
    }
    hostFiles.stream_ops.fsync = (fileStream) => {
      try {
        if (fileStream.nfd !== undefined) {
          fsyncSync(fileStream.nfd)
          engineStats.fileSyncs++
        } else {
          syncPath(hostFiles.realPath(fileStream.node))
          engineStats.folderSyncs++
        }
        return 0
      } catch {
        return IO_ERROR
      }
    }
  }
}

function syncPath(filePath: string): void {
  const descriptor = openSync(filePath, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Forces a folder with everything in it to the disk; several files at once, which disks do in about the time of one. */
export async function syncTree(dataFolder: string): Promise<void> {
  const treeEntries = readdirSync(dataFolder, { withFileTypes: true, recursive: true })
  const filePaths = treeEntries
    .filter((treeEntry) => treeEntry.isFile())
    .map((treeEntry) => join(treeEntry.parentPath, treeEntry.name))
  const remainingPaths = filePaths.values()
  const syncRemaining = async () => {
    for (const filePath of remainingPaths) {
      const fileHandle = await open(filePath, 'r+')
      await fileHandle.sync().finally(() => fileHandle.close())
    }
  }
  await Promise.all([syncRemaining(), syncRemaining(), syncRemaining(), syncRemaining()])
  for (const treeEntry of treeEntries)
    if (treeEntry.isDirectory()) syncFolder(join(treeEntry.parentPath, treeEntry.name))
  syncFolder(dataFolder)
}

/** Makes a creation or renaming within `folder` last. Windows cannot open folders and needs none of it. */
export function syncFolder(dataFolder: string): void {
  if (process.platform !== 'win32') syncPath(dataFolder)
}
