import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { EmbeddedStats } from './messages.ts'

type PostgresMod = PGlite['Module']

interface Stream {
  nfd?: number
  node: { name: string; parent: { name: string } }
}
interface HostFiles {
  realPath(node: Stream['node']): string
  stream_ops: {
    fsync?: (stream: Stream) => number
    write(stream: Stream, buffer: Uint8Array, offset: number, length: number, position: number): number
  }
}

/** WASI's errno for an I/O error: PostgreSQL must stop, and recovers from its log when it is opened again. */
const EIO = 29

/**
 * PGlite's host file system, with the two calls durability needs. Its own has no fsync: a commit would be acknowledged
 * while it is only in the operating system's memory.
 */
export class DurableFiles extends NodeFS {
  #stats: EmbeddedStats

  constructor(folder: string, stats: EmbeddedStats) {
    super(folder)
    this.#stats = stats
  }

  override async init(pg: PGlite, options: Partial<PostgresMod>): Promise<{ emscriptenOpts: Partial<PostgresMod> }> {
    const { emscriptenOpts } = await super.init(pg, options)
    emscriptenOpts.preRun?.push((mod: PostgresMod) => {
      const { filesystems } = mod.FS as unknown as { filesystems: { NODEFS: HostFiles } }
      this.#install(filesystems.NODEFS)
    })
    return { emscriptenOpts }
  }

  #install(files: HostFiles): void {
    const stats = this.#stats
    const write = files.stream_ops.write
    files.stream_ops.write = (stream, buffer, offset, length, position) => {
      if (stream.node.parent.name === 'pg_wal') stats.walBytes += length
      return write(stream, buffer, offset, length, position)
    }
    files.stream_ops.fsync = (stream) => {
      try {
        if (stream.nfd !== undefined) {
          fsyncSync(stream.nfd)
          stats.fileSyncs++
        } else {
          syncPath(files.realPath(stream.node))
          stats.folderSyncs++
        }
        return 0
      } catch {
        return EIO
      }
    }
  }
}

function syncPath(path: string): void {
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Forces a folder with everything in it to the disk; several files at once, which disks do in about the time of one. */
export async function syncTree(folder: string): Promise<void> {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const next = paths.values()
  const work = async () => {
    for (const path of next) {
      const file = await open(path, 'r+')
      await file.sync().finally(() => file.close())
    }
  }
  await Promise.all([work(), work(), work(), work()])
  for (const entry of entries) if (entry.isDirectory()) syncFolder(join(entry.parentPath, entry.name))
  syncFolder(folder)
}

/** Makes a creation or renaming within `folder` last. Windows cannot open folders and needs none of it. */
export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') syncPath(folder)
}
