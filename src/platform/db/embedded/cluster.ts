import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { inProgram } from '../../program/index.ts'
import { startInMemory, startOnFolder } from './backend.ts'
import type { EmbeddedStats, WorkerOptions } from './messages.ts'

const MAJOR_VERSION = '18'
const CREATE_LIMIT_MS = 300_000

/** Opens the cluster in the folder of the options, or makes it; throws with the reason when neither is possible. */
export async function openCluster(workerOptions: WorkerOptions, engineStats: EmbeddedStats): Promise<PGlite> {
  const { folder, template, engine } = workerOptions
  if (folder === null) return startInMemory(template, engine)
  if (!existsSync(join(folder, 'PG_VERSION'))) createElsewhere(folder)
  const clusterVersion = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (clusterVersion !== MAJOR_VERSION) {
    throw new Error(
      `${folder} holds a database of PostgreSQL ${clusterVersion}; this program reads version ${MAJOR_VERSION}.`,
    )
  }
  return startOnFolder(folder, engineStats, engine)
}

/** Runs in a child process: initdb needs some 160 MB that a long-running process would not return. */
function createElsewhere(dataFolder: string): void {
  const createScript = inProgram('src/platform/db/embedded/create-cluster.ts')
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [createScript, dataFolder], {
    encoding: 'utf8',
    timeout: CREATE_LIMIT_MS,
    windowsHide: true,
  })
  if (status === 0) return
  throw new Error(`The database could not be created: ${stdout.trim() || error?.message || stderr.trim().slice(-500)}`)
}
