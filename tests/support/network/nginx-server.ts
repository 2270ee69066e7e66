// A real nginx with the configuration that is shipped in `deploy/`, in front of a server under test.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { installDebianPackage } from '../app/debian-package.ts'
import { ROOT } from '../app/server-files.ts'
import { freePort } from './free-port.ts'

const START_LIMIT_MS = 10_000

/** A running nginx. `url` has no slash at its end. */
export interface NginxServer {
  url: string
  /**
   * Cache status of each request so far: MISS, HIT, EXPIRED, REVALIDATED, STALE, UPDATING; '-' where nothing is cached.
   */
  cacheStates(): Promise<string[]>
  stop(): Promise<void>
}

/** Returns true when nginx is on the search path. */
export const hasNginx = (): boolean => spawnSync('nginx', ['-v']).status === 0

/**
 * Finds nginx or, as root on Debian, installs it.
 * @param say called with every step that changes the machine
 * @throws Error when there is none
 */
export async function ensureNginx(say: (line: string) => void): Promise<string> {
  if (!hasNginx()) installDebianPackage('nginx-light', say)
  if (!hasNginx()) throw new Error('No nginx found, and none could be installed. Install it.')
  return 'nginx'
}

/** The shipped configuration on a free port: without TLS, and with the folder and the upstream of this run. */
async function shippedConfiguration(folder: string, port: number, upstream: string): Promise<string> {
  const shipped = await readFile(path.join(ROOT, 'deploy/nginx.conf'), 'utf8')
  const [before = '', main = ''] = shipped.split(/(?=^server \{\n {2}listen 443 ssl http2;\n)/m)
  const [shared = ''] = before.split(/^server \{/m)
  return (shared + main)
    .replace('server 127.0.0.1:3000 ', `server ${new URL(upstream).host} `)
    .replace('/var/cache/nginx-answerloom', path.join(folder, 'cache'))
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace(/^ {2}ssl_.*\n/gm, '')
}

/**
 * Starts nginx with one worker process.
 * @param servers the blocks of the `http` context, for a new folder and a free port
 * @throws Error with nginx's own message when it does not answer
 */
export async function startNginx(servers: (folder: string, port: number) => Promise<string>): Promise<NginxServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'nginx-'))
  // Started by root, nginx works as another user.
  await chmod(folder, 0o755)
  await mkdir(path.join(folder, 'tmp'))
  const port = await freePort()
  const [log, errors] = [path.join(folder, 'access.log'), path.join(folder, 'error.log')]
  const configuration = path.join(folder, 'nginx.conf')
  await writeFile(
    configuration,
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${errors};
events { worker_connections 256; }
http {
  log_format states '$upstream_cache_status'; access_log ${log} states;
  sendfile on; tcp_nopush on; keepalive_requests 100000000; default_type text/html;
  client_body_temp_path ${folder}/tmp; proxy_temp_path ${folder}/tmp; fastcgi_temp_path ${folder}/tmp;
  uwsgi_temp_path ${folder}/tmp; scgi_temp_path ${folder}/tmp;
  ${await servers(folder, port)}
}`,
  )
  const child = spawn('nginx', ['-c', configuration, '-e', errors], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    if (child.exitCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await untilListening(child, url)
  } catch (cause) {
    const output = await readFile(errors, 'utf8').catch(() => '')
    await stop()
    throw new Error(`nginx does not answer. ${output}`, { cause })
  }
  return { url, stop, cacheStates: async () => (await readFile(log, 'utf8')).split('\n').filter(Boolean) }
}

async function untilListening(child: ChildProcess, url: string): Promise<void> {
  const limit = AbortSignal.timeout(START_LIMIT_MS)
  while (child.exitCode === null) {
    const answer = await fetch(url, { signal: limit, redirect: 'manual' }).catch(() => undefined)
    if (answer) return
    limit.throwIfAborted()
    await delay(20)
  }
  throw new Error('it ended at once')
}

/**
 * Starts nginx as the deployment guide describes it.
 * @param upstream address of the server behind it, which must trust loopback as its proxy
 */
export const startShippedNginx = (upstream: string): Promise<NginxServer> =>
  startNginx((folder, port) => shippedConfiguration(folder, port, upstream))
