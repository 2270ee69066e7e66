import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { DurableFiles, syncFolder, syncTree } from './durable-files.ts'
import type { EmbeddedStats, WorkerOptions } from './messages.ts'

const MAJOR_VERSION = '18'

const SETTINGS = {
  shared_buffers: '16MB',
  max_wal_size: '96MB',
  min_wal_size: '32MB',
  wal_sync_method: 'fsync',
  // JIT and parallel workers do not exist here; a sort may still use some memory
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
}

/** `-F` would turn fsync off. */
const startParams = (durable: boolean): string[] => [
  ...PGlite.defaultStartParams.filter((parameter) => !durable || parameter !== '-F'),
  ...Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]

/**
 * Opens the cluster in `folder`, or makes it. A new one is made beside its place and renamed when it is whole and on
 * the disk: a process that dies meanwhile leaves nothing that looks like a database.
 */
export async function openCluster(options: WorkerOptions, stats: EmbeddedStats): Promise<PGlite> {
  const { folder, template } = options
  if (folder === null) {
    const loadDataDir = template && new Blob([template as Uint8Array<ArrayBuffer>])
    return PGlite.create({ ...engine(options), startParams: startParams(false), loadDataDir })
  }
  if (!existsSync(join(folder, 'PG_VERSION'))) await createCluster(options, folder, stats)
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (version !== MAJOR_VERSION) {
    throw new Error(`${folder} holds a database of PostgreSQL ${version}; this program reads version ${MAJOR_VERSION}.`)
  }
  return open(options, folder, stats)
}

const engine = (options: WorkerOptions) => ({ extensions: { vector }, pgliteWasmModule: options.engine })

async function open(options: WorkerOptions, folder: string, stats: EmbeddedStats): Promise<PGlite> {
  const said: string[] = []
  try {
    return await PGlite.create({
      fs: new DurableFiles(folder, stats),
      ...engine(options),
      startParams: startParams(true),
      onStderr: (line) => {
        said.push(line)
        said.splice(0, said.length - 20)
        return true
      },
    })
  } catch (error) {
    // PGlite's own message does not say why; PostgreSQL did.
    const reason = said.findLast((line) => /(FATAL|PANIC|ERROR):/.test(line))
    throw reason ? new Error(reason, { cause: error }) : error
  }
}

async function createCluster(options: WorkerOptions, folder: string, stats: EmbeddedStats): Promise<void> {
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  const database = await open(options, draft, stats)
  await database.close()
  await syncTree(draft)
  renameSync(draft, folder)
  syncFolder(dirname(folder))
}
