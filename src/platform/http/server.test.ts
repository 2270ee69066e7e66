import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { LOCAL, serve } from '../../../tests/support/network/http-server.ts'
import { openRaw } from '../../../tests/support/network/raw-connection.ts'
import { AppError } from '../../kernel/app-error.ts'
import { sse } from './index.ts'

describe('the health checks', () => {
  test('name the failing part in readiness, without its reason', async () => {
    const probes = {
      database: async () => {},
      storage: async () => {
        throw new Error('disk on fire')
      },
    }
    const { url } = await serve(() => {}, { probes })
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    const response = await fetch(`${url}/readyz`)
    expect(response.status).toBe(503)
    expect(await response.json()).toEqual({ status: 'not_ready', checks: { database: 'ok', storage: 'failed' } })
  })

  test('name a reason with a code in readiness, such as a full disk', async () => {
    const probes = {
      storage: async () => {
        throw new AppError('unavailable', 'storage.full', 'The disk is full.')
      },
    }
    const { url } = await serve(() => {}, { probes })
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({
      status: 'not_ready',
      checks: { storage: 'failed' },
      reasons: { storage: 'storage.full' },
    })
  })

  test('return Retry-After while unavailable', async () => {
    const { url } = await serve((app) => {
      app.get('/down', () => {
        throw new AppError('unavailable', 'database.unavailable', 'Down.')
      })
    })
    const response = await fetch(`${url}/down`)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  })

  test('count requests by class and status in the metrics', async () => {
    const { url } = await serve(() => {}, {}, { routeClasses: [['/healthz', 'health']] })
    await (await fetch(`${url}/healthz`)).text()
    await (await fetch(`${url}/nothing`)).text()
    const text = await (await fetch(`${url}/metrics`)).text()
    expect(text).toContain('http_requests_total{route="health",status="2xx"} 1')
    expect(text).toContain('http_requests_total{route="other",status="4xx"} 1')
    expect(text).toContain('http_request_duration_seconds_bucket{route="health",le="+Inf"} 1')
    expect(text).toMatch(/^nodejs_eventloop_lag_max_seconds \d/m)
    expect(text).toMatch(/^process_resident_memory_bytes \d{7,}$/m)
  })

  test('require the token for the metrics of a public instance', async () => {
    const token = 'token-of-the-scraper'
    const { url } = await serve(() => {}, { config: { ...LOCAL, local: false, metricsToken: token } })
    const status = async (authorization?: string) =>
      (await fetch(`${url}/metrics`, authorization ? { headers: { authorization } } : {})).status
    expect(await status()).toBe(401)
    expect(await status('Bearer wrong')).toBe(401)
    expect(await status(`Bearer ${token}`)).toBe(200)
    const closed = await serve(() => {}, { config: { ...LOCAL, local: false } })
    expect((await fetch(`${closed.url}/metrics`)).status).toBe(404)
  })
})

describe('event streams', () => {
  test('contain named events with JSON, and an error as the last one', async () => {
    const { url } = await serve((app) => {
      app.get('/stream', (context) =>
        sse(context, async (stream) => {
          await stream.send('delta', { text: 'a\nb' })
          throw new AppError('unavailable', 'test.down', 'Down.')
        }),
      )
    })
    const response = await fetch(`${url}/stream`)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('cache-control')).toBe('no-cache, no-transform')
    const text = await response.text()
    expect(text).toContain(': open\n\nevent: delta\ndata: {"text":"a\\nb"}\n\n')
    expect(text).toContain('event: error\ndata: {"error":{"code":"test.down"')
  })

  test('are informed when the client disconnects', async () => {
    const gone = Promise.withResolvers<void>()
    const { url } = await serve((app) => {
      app.get('/stream', (context) =>
        sse(context, async (stream) => {
          await stream.send('hello', {})
          await new Promise<void>((resolve) => stream.signal.addEventListener('abort', () => resolve()))
          gone.resolve()
        }),
      )
    })
    const client = new AbortController()
    const response = await fetch(`${url}/stream`, { signal: client.signal })
    await response.body?.getReader().read()
    client.abort()
    await gone.promise
  })
})

describe('a host that the server does not serve', () => {
  const lookUp = { none: false, looked: Promise.resolve(false), failing: Promise.reject(new Error('no database')) }
  lookUp.failing.catch(() => {})

  test.each(Object.entries(lookUp))('is refused at every address (%s)', async (_, admits) => {
    const { port } = await serve(
      (app) => app.get('*', (context) => context.text('answered')),
      {},
      {
        admitsHost: ({ headers }) => (headers.host === 'evil.example' ? admits : true),
        fromMemory: ({ url }) => (url === '/page' ? { status: 200, headers: {}, body: Buffer.from('cached') } : null),
      },
    )
    for (const path of ['/page', '/', '/metrics', '/healthz', '/api/events', '/widget.js']) {
      const connection = await openRaw(port)
      connection.send(`GET ${path} HTTP/1.1\r\nHost: evil.example\r\n\r\n`)
      await once(connection.socket, 'end')
      expect(connection.text(), path).toMatch(/^HTTP\/1.1 421 Misdirected Request\r\n/)
      expect(connection.text(), path).toContain('This server does not serve this host.')
    }
  })

  test('may become known', async () => {
    const { url } = await serve(() => {}, {}, { admitsHost: async () => true })
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  })
})

describe('the server', () => {
  test('stops: ends endless streams, finishes running requests, and accepts no new ones', async () => {
    const entered = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    const running = await serve((app) => {
      app.get('/slow', async (context) => {
        entered.resolve()
        await release.promise
        return context.text('finished')
      })
      app.get('/events', (context) =>
        sse(
          context,
          async (stream) => {
            await new Promise<void>((resolve) => stream.signal.addEventListener('abort', () => resolve()))
            ended.resolve()
          },
          { endless: true },
        ),
      )
    })
    const events = await fetch(`${running.url}/events`)
    const slow = fetch(`${running.url}/slow`)
    await entered.promise
    const closed = running.close()
    await ended.promise
    await expect(fetch(`${running.url}/slow`)).rejects.toThrow()
    release.resolve()
    expect(await (await slow).text()).toBe('finished')
    await closed
    await expect(events.text()).rejects.toThrow()
  })

  test('tries the fast path first, and continues when it fails', async () => {
    const { url } = await serve(
      (app) => app.get('*', (context) => context.text('slow')),
      {},
      {
        before: (req, res) => {
          if (req.url === '/throws') throw new Error('no')
          if (req.url !== '/fast') return false
          res.end('fast')
          return true
        },
      },
    )
    expect(await (await fetch(`${url}/fast`)).text()).toBe('fast')
    expect(await (await fetch(`${url}/other`)).text()).toBe('slow')
    expect(await (await fetch(`${url}/throws`)).text()).toBe('slow')
  })

  test('reports that its port is in use', async () => {
    const { port } = await serve(() => {})
    await expect(serve(() => {}, {}, { port })).rejects.toThrow(`Port ${port} on 127.0.0.1 is already in use.`)
  })
})
