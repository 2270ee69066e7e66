import { PGlite } from '@electric-sql/pglite'
import { DurableFiles } from './durable-files.ts'
import type { EmbeddedStats } from './messages.ts'

const SETTINGS = {
  shared_buffers: '8MB',
  max_wal_size: '96MB',
  min_wal_size: '32MB',
  wal_sync_method: 'fsync',
  work_mem: '8MB',
  maintenance_work_mem: '16MB',
  // ANALYZE keeps 300 rows per step in memory, and memory that the database took once stays taken.
  default_statistics_target: '25',
}

/** `-F` would turn fsync off. */
const startParams = (isDurable: boolean): string[] => [
  ...PGlite.defaultStartParams.filter((parameter) => !isDurable || parameter !== '-F'),
  ...Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]

/** Starts PostgreSQL on a folder, making the cluster where there is none. Throws with PostgreSQL's own reason. */
export async function startOnFolder(
  dataFolder: string,
  engineStats: EmbeddedStats,
  compiledEngine?: WebAssembly.Module,
): Promise<PGlite> {
  const logLines: string[] = []
  try {
    return await PGlite.create({
      fs: new DurableFiles(dataFolder, engineStats),
      startParams: startParams(true),
      pgliteWasmModule: compiledEngine,
      onStderr: (logLine) => {
        logLines.push(logLine)
        logLines.splice(0, logLines.length - 20)
        return true
      },
    })
  } catch (error) {
    // PGlite's own message does not say why; PostgreSQL did.
    const failureLine = logLines.findLast((logLine) => /(FATAL|PANIC|ERROR):/.test(logLine))
    throw failureLine ? new Error(failureLine, { cause: error }) : error
  }
}

/** Starts PostgreSQL in memory, from a tar of a cluster when there is one. */
export function startInMemory(template?: Uint8Array, compiledEngine?: WebAssembly.Module): Promise<PGlite> {
  return PGlite.create({
    startParams: startParams(false),
    pgliteWasmModule: compiledEngine,
    loadDataDir: template && new Blob([template as Uint8Array<ArrayBuffer>]),
  })
}
