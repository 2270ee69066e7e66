// What the public page is held against: the same bytes, compressed beforehand, from a static server.
import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { freePort } from '../../tests/support/free-port.ts'
import { isInstalled } from './load.ts'

/** A static server with one page at `url`. */
export type StaticServer = { name: string; url: string; stop: () => Promise<void> }

const nginxConfiguration = (folder: string, port: number) => `
daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 256; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; default_type text/html;
  client_body_temp_path ${folder}/tmp; proxy_temp_path ${folder}/tmp; fastcgi_temp_path ${folder}/tmp;
  uwsgi_temp_path ${folder}/tmp; scgi_temp_path ${folder}/tmp;
  server { listen 127.0.0.1:${port}; root ${folder}/pages; gzip_static on; }
}`

const NODE_SERVER = `
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
const [file, port] = process.argv.slice(1)
const page = readFileSync(file)
const headers = { 'content-type': 'text/html', 'content-encoding': 'gzip', 'content-length': page.length }
createServer((_, response) => response.writeHead(200, headers).end(page)).listen(Number(port), '127.0.0.1')`

/** nginx with gzip_static; a minimal server of the same runtime as ours, which shows what is lost to the runtime itself. */
export type StaticServerKind = 'nginx' | 'node'

export const kindsAtHand = (): StaticServerKind[] => (isInstalled('nginx') ? ['nginx', 'node'] : ['node'])

/**
 * @param html the page, uncompressed
 * @throws Error when it does not answer within five seconds
 */
export async function startStaticServer(kind: StaticServerKind, html: string): Promise<StaticServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'static-'))
  // nginx started by root reads its pages as another user.
  await chmod(folder, 0o755)
  const port = await freePort()
  await mkdir(path.join(folder, 'pages'))
  await mkdir(path.join(folder, 'tmp'))
  const page = path.join(folder, 'pages', 'page.html')
  await writeFile(page, html)
  await writeFile(`${page}.gz`, gzipSync(html, { level: 9 }))
  await writeFile(path.join(folder, 'nginx.conf'), nginxConfiguration(folder, port))
  const child =
    kind === 'nginx'
      ? spawn('nginx', ['-c', path.join(folder, 'nginx.conf'), '-e', path.join(folder, 'error.log')], {
          stdio: 'ignore',
        })
      : spawn(process.execPath, ['--input-type=module', '-e', NODE_SERVER, `${page}.gz`, String(port)], {
          stdio: 'ignore',
        })
  const stop = async () => {
    child.kill('SIGTERM')
    await rm(folder, { recursive: true, force: true })
  }
  const url = `http://127.0.0.1:${port}/page.html`
  const limit = AbortSignal.timeout(5000)
  while (!(await fetch(url).catch(() => undefined))?.ok) {
    if (limit.aborted || child.exitCode !== null) {
      await stop()
      throw new Error('The static server does not answer')
    }
    await delay(20)
  }
  return { name: kind === 'nginx' ? 'nginx gzip_static' : 'node:http, one buffer', url, stop }
}
