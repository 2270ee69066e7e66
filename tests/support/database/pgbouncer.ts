// PgBouncer in transaction mode before a PostgreSQL server of the tests, as Debian packages it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { installDebianPackage } from '../app/debian-package.ts'
import { freePort } from '../network/free-port.ts'
import { clusterOwner } from './postgres-server.ts'

export interface Pooler {
  /** The same address by way of the pooler. */
  addressOf(direct: string): string
  /** Ends it at once, with every connection through it. */
  kill(): Promise<void>
  /** Starts it again after `kill`, at the same address. */
  restart(): Promise<void>
  stop(): Promise<void>
}

const say = (line: string) => process.stderr.write(`${line}\n`)

function ensurePgBouncer(): string {
  const find = () =>
    ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'].find((file) => existsSync(file))
  const found = find() ?? (installDebianPackage('pgbouncer', say) ? find() : undefined)
  if (!found) throw new Error('No PgBouncer found. Install it, on Debian with: apt install pgbouncer')
  return found
}

/** Starts PgBouncer before the server of this address, for its user `postgres`. */
export async function startPgBouncer(postgresUrl: string): Promise<Pooler> {
  const program = ensurePgBouncer()
  const folder = mkdtempSync(path.join(tmpdir(), 'answerloom-pgbouncer-'))
  const user = clusterOwner()
  const port = await freePort()
  const write = (name: string, text: string) => {
    const file = path.join(folder, name)
    writeFileSync(file, text, { mode: 0o600 })
    if (user) chownSync(file, user.uid, user.gid)
    return file
  }
  if (user) chownSync(folder, user.uid, user.gid)
  chmodSync(folder, 0o700)
  const users = write('users.txt', '"postgres" ""\n')
  const settings = write(
    'pgbouncer.ini',
    `[databases]
* = host=127.0.0.1 port=${new URL(postgresUrl).port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
max_client_conn = 1000
default_pool_size = 20
server_idle_timeout = 5
server_login_retry = 1
`,
  )
  let child: ChildProcess
  const launch = async () => {
    const started = spawn(program, [settings], { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    child = started
    let output = ''
    await new Promise<void>((resolve, reject) => {
      started.stderr.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-4000)
        if (output.includes('process up')) resolve()
      })
      started.once('error', reject)
      started.once('exit', () => reject(new Error(`PgBouncer ended: ${output}`)))
    })
  }
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  const killNow = () => child.kill('SIGKILL')
  process.once('exit', killNow)
  const stop = async () => {
    process.off('exit', killNow)
    await end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
  await launch().catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    addressOf: (direct) => Object.assign(new URL(direct), { port: String(port) }).href,
    kill: () => end('SIGKILL'),
    restart: launch,
    stop,
  }
}
