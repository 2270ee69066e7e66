// An embedded database as a first start makes it, made once for all the servers of a run: making one takes longer than all
// else that a server does until it is ready. Servers on a folder of their test's own make theirs themselves.
import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { inRoot } from '../../../scripts/repository.ts'

const VARIABLE = 'PREPARED_CLUSTER'
const CREATE = inRoot('src', 'platform', 'db', 'embedded', 'create-cluster.ts')

/** Playwright's global set-up: its workers inherit the variable. Resolves to what removes the cluster. */
export default async function prepareCluster(): Promise<() => Promise<void>> {
  const parent = await mkdtemp(path.join(tmpdir(), 'answerloom-cluster-'))
  const cluster = path.join(parent, 'pg')
  await promisify(execFile)(process.execPath, [CREATE, cluster])
  process.env[VARIABLE] = cluster
  return () => rm(parent, { recursive: true, force: true })
}

/** Puts the prepared cluster into a new data folder; without one, the server makes its own. */
export async function placeCluster(dataDir: string): Promise<void> {
  const cluster = process.env[VARIABLE]
  if (cluster) await cp(cluster, path.join(dataDir, 'pg'), { recursive: true })
}
