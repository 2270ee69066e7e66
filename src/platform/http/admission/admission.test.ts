import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Context } from 'hono'
import { describe, expect, test } from 'vitest'
import { serve } from '../../../../tests/support/network/http-server.ts'
import { releaseSlotWhileWaiting, type ServerOptions, sse, textBody } from '../index.ts'

/** A server on which `/slow` is answered once `release` is called, and what says that this many are being worked on. */
async function busyServer(options: {
  mostRequests: number
  slowBodyMs?: number
  addressOf?: ServerOptions['addressOf']
}) {
  const release = Promise.withResolvers<void>()
  let inside = 0
  const waiting: { count: number; reached: () => void }[] = []
  const running = await serve(
    (app) => {
      const finish = async (context: Context) => {
        inside += 1
        for (const { count, reached } of waiting) if (inside >= count) reached()
        await release.promise
        return context.text('finished')
      }
      app.get('/slow', finish)
      app.get('/model', (context) => {
        releaseSlotWhileWaiting(context)
        return finish(context)
      })
      app.post('/api/quick', (context) => context.text('quick'))
      app.post('/api/echo', async (context) => context.text(await textBody(context)))
      app.get('/events', (context) =>
        sse(context, (stream) => new Promise<void>((end) => stream.signal.addEventListener('abort', () => end())), {
          endless: true,
        }),
      )
    },
    {},
    {
      ...options,
      fromMemory: ({ url }) =>
        url === '/page' ? { status: 200, headers: { 'content-length': '4' }, body: Buffer.from('page') } : null,
    },
  )
  const until = (count: number) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    if (inside >= count) resolve()
    else waiting.push({ count, reached: resolve })
    return promise
  }
  return Object.assign(running, { release: release.resolve, until })
}

describe('a server with the maximum number of requests', () => {
  test('refuses more, serves cached content and health checks, and accepts requests again afterwards', async () => {
    const { url, until, release } = await busyServer({ mostRequests: 2 })
    const slow = [fetch(`${url}/slow`), fetch(`${url}/slow`)]
    await until(2)

    const refused = await fetch(`${url}/api/quick`, { method: 'POST', body: 'x'.repeat(1_000) })
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(4)
    expect(refused.headers.get('cache-control')).toBe('no-store')
    expect(await refused.json()).toEqual({
      error: {
        code: 'server.busy',
        message: 'The server is busy. Try again in a few seconds.',
        details: { retry_after: Number(refused.headers.get('retry-after')) },
        request_id: refused.headers.get('x-request-id'),
      },
    })
    const page = await fetch(`${url}/somewhere`)
    expect(page.status).toBe(503)
    expect(await page.text()).toBe('The server is busy. Try again in a few seconds.\n')
    expect(await (await fetch(`${url}/page`)).text()).toBe('page')
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('http_requests_shed_total 2')

    release()
    expect(await Promise.all((await Promise.all(slow)).map((response) => response.text()))).toEqual([
      'finished',
      'finished',
    ])
    await expect.poll(async () => (await fetch(`${url}/api/quick`, { method: 'POST' })).status).toBe(200)
  })

  test('keeps slots for other addresses while one floods the server', async () => {
    const addressOf: ServerOptions['addressOf'] = ({ headers }) => String(headers['x-from'])
    const { url, until, release } = await busyServer({ mostRequests: 16, addressOf })
    const from = (address: string, at: string) => fetch(`${url}/${at}`, { headers: { 'x-from': address } })
    const flood = Array.from({ length: 16 }, () => from('198.51.100.7', 'slow'))
    await until(16)
    expect((await from('198.51.100.7', 'slow')).status).toBe(503)
    const visitors = Array.from({ length: 8 }, (_, index) => from(`203.0.113.${index}`, 'slow'))
    await until(24)
    expect((await from('203.0.113.99', 'slow')).status, 'the reserve is limited, too').toBe(503)
    release()
    expect(new Set((await Promise.all([...flood, ...visitors])).map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('counts the addresses of an IPv6 network as one client', async () => {
    const addressOf: ServerOptions['addressOf'] = ({ headers }) => String(headers['x-from'])
    const { url, until, release } = await busyServer({ mostRequests: 16, addressOf })
    const from = (address: string) => fetch(`${url}/slow`, { headers: { 'x-from': address } })
    const flood = Array.from({ length: 16 }, (_, index) => from(`2001:db8:1:2::${index + 1}`))
    await until(16)
    expect((await from('2001:db8:1:2::99')).status).toBe(503)
    const other = from('2001:db8:1:3::1')
    await until(17)
    release()
    expect((await other).status).toBe(200)
    await Promise.all(flood)
  })

  test('refuses everyone alike where no address has many requests', async () => {
    const addressOf: ServerOptions['addressOf'] = ({ headers }) => String(headers['x-from'])
    const { url, until, release } = await busyServer({ mostRequests: 16, addressOf })
    const from = (index: number) => fetch(`${url}/slow`, { headers: { 'x-from': `203.0.113.${index}` } })
    const crowd = Array.from({ length: 16 }, (_, index) => from(index))
    await until(16)
    expect((await from(99)).status).toBe(503)
    release()
    await Promise.all(crowd)
  })

  test('releases the slot of a slow sender, and takes it back when its body is complete', async () => {
    const { port, url, until, release } = await busyServer({ mostRequests: 1, slowBodyMs: 20 })
    const socket = connect(port, '127.0.0.1')
    socket.write('POST /api/echo HTTP/1.1\r\nHost: loom\r\nContent-Length: 10\r\nConnection: close\r\n\r\nhalf ')
    const quick = async () => (await fetch(`${url}/api/quick`, { method: 'POST' })).status
    await expect.poll(quick).toBe(200)
    const slow = fetch(`${url}/slow`)
    await until(1)
    expect(await quick()).toBe(503)
    socket.write('whole')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [\s\S]*half whole$/)
    release()
    expect((await slow).status).toBe(200)
    expect(await quick()).toBe(200)
  })

  test('releases the slots of requests that wait for another service, up to a maximum', async () => {
    const { url, until, release } = await busyServer({ mostRequests: 1 })
    const quick = async () => (await fetch(`${url}/api/quick`, { method: 'POST' })).status
    const first = fetch(`${url}/model`)
    await until(1)
    expect(await quick()).toBe(200)
    const second = fetch(`${url}/model`)
    await until(2)
    expect(await quick()).toBe(503)
    release()
    expect(await Promise.all([first, second].map(async (response) => (await response).text()))).toEqual([
      'finished',
      'finished',
    ])
    await expect.poll(quick).toBe(200)
    expect(await quick(), 'each place was given back once').toBe(200)
  })

  test('does not count open event streams and disconnected clients', async () => {
    const { url, until, release } = await busyServer({ mostRequests: 1 })
    const streams = [await fetch(`${url}/events`), await fetch(`${url}/events`)]
    expect(streams.map(({ status }) => status)).toEqual([200, 200])
    for (const { body } of streams) await body?.cancel()
    const gone = new AbortController()
    const left = fetch(`${url}/slow`, { signal: gone.signal }).catch(() => 'left')
    await until(1)
    expect((await fetch(`${url}/api/quick`, { method: 'POST' })).status).toBe(503)
    gone.abort()
    expect(await left).toBe('left')
    await expect.poll(async () => (await fetch(`${url}/api/quick`, { method: 'POST' })).status).toBe(200)
    release()
  })
})

test('a server that is stopping serves requests, is not ready and closes its connections', async () => {
  let leaving = () => false
  const running = await serve(
    (app) => app.get('/here', (context) => context.text('here')),
    { leaving: () => leaving() },
    {
      fromMemory: ({ url }) =>
        url === '/page' ? { status: 200, headers: { 'content-length': '4' }, body: Buffer.from('page') } : null,
    },
  )
  leaving = () => running.leaving
  expect((await fetch(`${running.url}/readyz`)).status).toBe(200)
  expect((await fetch(`${running.url}/page`)).headers.get('connection')).toBe('keep-alive')
  running.leave()
  const ready = await fetch(`${running.url}/readyz`)
  expect(ready.status).toBe(503)
  expect(await ready.json()).toEqual({ status: 'stopping', checks: {} })
  const here = await fetch(`${running.url}/here`)
  expect([here.status, here.headers.get('connection'), await here.text()]).toEqual([200, 'close', 'here'])
  await running.close()
  await expect(fetch(`${running.url}/here`)).rejects.toThrow()
})
