// Two server processes behind a balancer, PgBouncer before a PostgreSQL server, and a standby that visitors read from. Each
// part can be killed and started again.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type AppServer, startApp } from '../../../tests/support/app/app-server.ts'
import { startPgBouncer } from '../../../tests/support/database/pgbouncer.ts'
import { startPostgres } from '../../../tests/support/database/postgres-server.ts'
import { startBalancer } from '../../../tests/support/network/balancer.ts'

/** A part of the cluster that can be killed. */
export interface Part {
  name: string
  kill(): Promise<void>
  /** Starts it again, and waits until it serves. */
  restart(): Promise<void>
}

export interface Cluster {
  /** Address of the balancer. */
  url: string
  /** The processes that run at the moment. */
  nodes(): AppServer[]
  parts: Part[]
  stop(): Promise<void>
}

/** A commit is acknowledged when it is on disk, as outside of tests; the standby may miss this much of the log. */
const DURABLE = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on', 'wal_keep_size=512MB']

export async function startCluster(): Promise<Cluster> {
  const ends: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const end of ends.reverse()) await end()
  }
  try {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'load-cluster-'))
    ends.push(() => rm(dataDir, { recursive: true, force: true }))
    const primary = await startPostgres({ settings: DURABLE })
    ends.push(() => primary.stop())
    const standby = await startPostgres({ standbyOf: primary, settings: ['hot_standby_feedback=on'] })
    ends.push(() => standby.stop())
    const pooler = await startPgBouncer(primary.url)
    ends.push(() => pooler.stop())
    const balancer = await startBalancer({ repeatsReads: true })
    ends.push(() => balancer.close())
    const env = {
      DATABASE_URL: pooler.addressOf(primary.url),
      DATABASE_DIRECT_URL: primary.url,
      DATABASE_REPLICA_URL: standby.url,
      SECRET_KEY: 'one-key-for-all-of-them-0123456789abcdef',
      APP_URL: balancer.url,
      SEED_DEMO: 'off',
      LOG_LEVEL: 'error',
    }
    const nodes: AppServer[] = []
    ends.push(() => Promise.all(nodes.map((node) => node.stop())))
    const startNode = async () => {
      const node = await startApp({ database: 'postgres', dataDir, env })
      nodes.push(node)
      await balancer.add(node.url)
    }
    await startNode()
    await startNode()
    const killNode = async () => {
      const node = nodes.shift()!
      process.kill(node.pid, 'SIGKILL')
      await node.exited
      balancer.remove(node.url)
      await node.stop()
    }
    const parts: Part[] = [
      { name: 'one process', kill: killNode, restart: startNode },
      { name: 'PgBouncer', kill: pooler.kill, restart: pooler.restart },
      { name: 'the standby', kill: standby.kill, restart: standby.restart },
      { name: 'the primary', kill: primary.kill, restart: primary.restart },
    ]
    return { url: balancer.url, nodes: () => nodes, parts, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
