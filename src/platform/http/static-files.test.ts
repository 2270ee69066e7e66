import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { afterTest, serve } from '../../../tests/support/network/http-server.ts'
import { staticFiles } from './index.ts'

describe('static files', () => {
  async function site() {
    const root = mkdtempSync(join(tmpdir(), 'static-'))
    afterTest(() => rmSync(root, { recursive: true }))
    mkdirSync(join(root, 'assets'))
    writeFileSync(join(root, 'assets', 'main-B1x9_aQz.js'), 'export const a = 1\n'.repeat(50))
    writeFileSync(join(root, 'widget.js'), 'x')
    writeFileSync(join(root, 'index.html'), '<p>shell</p>')
    writeFileSync(join(root, '.env'), 'SECRET=1')
    return serve((app) => app.use(staticFiles(root, { except: ['/index.html'] })))
  }

  test('are compressed, immutable when hashed, and revalidated by ETag', async () => {
    const { url } = await site()
    const asset = await new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve) => {
      request(`${url}/assets/main-B1x9_aQz.js`, { headers: { 'accept-encoding': 'gzip, br' } }, (res) => {
        const chunks: Buffer[] = []
        res.on('data', (chunk: Buffer) => chunks.push(chunk))
        res.on('end', () => resolve({ headers: res.headers, body: Buffer.concat(chunks) }))
      }).end()
    })
    expect(asset.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
      'content-length': String(asset.body.length),
    })
    expect(brotliDecompressSync(asset.body).toString()).toBe('export const a = 1\n'.repeat(50))
    const again = await fetch(`${url}/assets/main-B1x9_aQz.js`, {
      headers: { 'if-none-match': String(asset.headers.etag), 'accept-encoding': 'br' },
    })
    expect(again.status).toBe(304)
    const small = await fetch(`${url}/widget.js`, { headers: { 'accept-encoding': 'br' } })
    expect(small.headers.get('cache-control')).toBe('no-cache')
    expect(small.headers.get('content-encoding')).toBe(null)
    expect(small.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  })

  test('include no files outside the list', async () => {
    const { url, port } = await site()
    for (const path of [
      '/.env',
      '/index.html',
      '/../package.json',
      '/assets/..%2f.env',
      '/%2e%2e/etc/passwd',
      '/assets',
    ]) {
      const status = await new Promise((resolve) => {
        request({ host: '127.0.0.1', port, path }, (res) => resolve(res.resume().statusCode)).end()
      })
      expect(status, path).toBe(404)
    }
    expect((await fetch(`${url}/widget.js`, { method: 'HEAD' })).headers.get('content-length')).toBe('1')
  })
})
