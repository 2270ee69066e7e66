// Baseline for the public page: the same bytes, compressed in advance, from a static server.
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { freePort } from '../../tests/support/network/free-port.ts'
import { startNginx } from '../../tests/support/network/nginx-server.ts'

/** A static server with one page at `url`. */
export type StaticServer = { name: string; url: string; stop: () => Promise<void> }

const NODE_SERVER = `
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
const [file, port, more] = process.argv.slice(1)
const page = readFileSync(file)
const own = { 'content-type': 'text/html', 'content-encoding': 'gzip', 'content-length': page.length }
const headers = { ...JSON.parse(more), ...own }
createServer((_, response) => response.writeHead(200, headers).end(page)).listen(Number(port), '127.0.0.1')`

/** nginx with the page, given uncompressed, as a file that was compressed beforehand. */
export async function startStockNginx(page: string): Promise<StaticServer> {
  const { url, stop } = await startNginx(async (folder, port) => {
    await writeFile(path.join(folder, 'page.html'), page)
    await writeFile(path.join(folder, 'page.html.gz'), gzipSync(page, { level: 9 }))
    return `server { listen 127.0.0.1:${port}; root ${folder}; gzip_static on; }`
  })
  return { name: 'nginx gzip_static', url: `${url}/page.html`, stop }
}

/**
 * A minimal server of the same runtime as ours, which shows what is lost to the runtime itself; with `headers` beyond those
 * that name type and length.
 * @throws Error when it does not answer within five seconds
 */
export async function startNodeServer(page: string, headers: Record<string, string> = {}): Promise<StaticServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'static-'))
  const port = await freePort()
  const file = path.join(folder, 'page.html.gz')
  await writeFile(file, gzipSync(page, { level: 9 }))
  const args = ['--input-type=module', '-e', NODE_SERVER, file, String(port), JSON.stringify(headers)]
  const child = spawn(process.execPath, args, { stdio: 'ignore' })
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
  return { name: `node:http, one buffer${Object.keys(headers).length ? ', same headers' : ''}`, url, stop }
}
