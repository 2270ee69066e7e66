import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, expect, test, vi } from 'vitest'
import { startTracing, traced } from './index.ts'

interface Exported {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] }
    scopeSpans: {
      spans: {
        name: string
        traceId: string
        spanId: string
        parentSpanId?: string
        status: { code?: number }
        attributes: { key: string }[]
      }[]
    }[]
  }[]
}

afterEach(() => vi.unstubAllEnvs())

test('tracing is off without an address, and an unsupported protocol is reported', async () => {
  expect(await startTracing({}, '1')).toBe(null)
  expect(await startTracing({ OTEL_TRACES_EXPORTER: 'otlp' }, '1')).toBe(null)
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }
  expect(await startTracing({ ...endpoint, OTEL_SDK_DISABLED: 'true' }, '1')).toBe(null)
  expect(await startTracing({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }, '1')).toBe(null)
  await expect(startTracing({ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, '1')).rejects.toThrow(/grpc/)
  expect(await traced('work', {}, async () => 7)).toBe(7)
})

test("spans are sent to the collector, joined to the caller's trace, without error texts", async () => {
  const received: Exported[] = []
  const requests: string[] = []
  const collector = createServer(async (req, res) => {
    requests.push(`${req.method} ${req.url} ${req.headers['x-team']}`)
    received.push((await json(req)) as Exported)
    res.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-team=help',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  const tracing = await startTracing(env, '0.1.0')
  const from = new Headers({ traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' })
  await traced('GET page', { kind: 'server', from, attributes: { 'http.route': 'page' } }, () =>
    traced('inner', {}, async () => {
      throw new Error('secret words')
    }).catch(() => undefined),
  )
  await tracing?.stop()
  await new Promise((resolve) => collector.close(resolve))

  expect(requests).toEqual(['POST /v1/traces help'])
  const [resource] = received.flatMap((one) => one.resourceSpans)
  const attributes = Object.fromEntries(
    resource?.resource.attributes.map(({ key, value }) => [key, value.stringValue]) ?? [],
  )
  expect(attributes).toMatchObject({
    'service.name': 'answerloom',
    'service.version': '0.1.0',
    'deployment.environment.name': 'test',
  })
  const spans = resource?.scopeSpans.flatMap((scope) => scope.spans) ?? []
  const [inner, outer] = ['inner', 'GET page'].map((name) => spans.find((span) => span.name === name))
  expect(outer).toMatchObject({ traceId: '0af7651916cd43dd8448eb211c80319c', parentSpanId: 'b7ad6b7169203331' })
  expect(inner).toMatchObject({ traceId: outer?.traceId, parentSpanId: outer?.spanId, status: { code: 2 } })
  expect(JSON.stringify(received)).not.toContain('secret words')
})
