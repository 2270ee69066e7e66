// An embedded database as a first start leaves it, without the demo, made once for all the servers of a run: making one
// takes longer than all else that a server does until it is ready. Servers on a folder of their test's own make it
// themselves.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runMain } from '../app/main-process.ts'

const VARIABLE = 'PREPARED_CLUSTER'

/** Playwright's global set-up: its workers inherit the variable. Resolves to what removes the cluster. */
export default async function prepareCluster(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'answerloom-cluster-'))
  // Every operator command creates and migrates the database; this one finds nothing to do in it.
  const { code, stderr } = await runMain(['keys:renew'], { DATA_DIR: dataDir, SEED_DEMO: 'off' })
  if (code !== 0) throw new Error(`The embedded database could not be prepared:\n${stderr}`)
  process.env[VARIABLE] = path.join(dataDir, 'pg')
  return () => rm(dataDir, { recursive: true, force: true })
}

/** Puts the prepared cluster into a new data folder; without one, the server makes its own. */
export async function placeCluster(dataDir: string): Promise<void> {
  const cluster = process.env[VARIABLE]
  if (cluster) await cp(cluster, path.join(dataDir, 'pg'), { recursive: true })
}
