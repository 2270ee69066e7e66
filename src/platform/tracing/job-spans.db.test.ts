import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { testDatabase } from '../../../tests/support/database/database.ts'
import { startLlmServer } from '../../../tests/support/models/llm-server.ts'
import { systemLookup, systemTransaction } from '../db/index.ts'
import { createTextGenerator } from '../llm/index.ts'
import { silentLogger } from '../log/index.ts'
import { startTracing, traced } from './index.ts'

interface Span {
  name: string
  spanId: string
  parentSpanId?: string
  status: { code?: number }
}

test('calls of the model and transactions are spans of the job that they belong to, without their texts', async () => {
  const received: { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }[] = []
  const collector = createServer(async (request, response) => {
    received.push((await json(request)) as (typeof received)[number])
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const model = await startLlmServer()
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  const tracing = await startTracing(env, '0.1.0')
  try {
    const db = await testDatabase()
    const ai = { provider: 'openai-compatible', model: 'fake-model', apiKey: 'sk-key-1', timeoutMs: 10_000 } as const
    const generate = createTextGenerator({ ...ai, baseUrl: model.url }, silentLogger)
    const read = async () => {
      const words = [{ role: 'user' as const, content: '<passage number="1">\nsecret words\n</passage>\nWhich?' }]
      for await (const _ of generate({ system: 'Answer.', messages: words }));
    }
    await traced('job scratch', { kind: 'consumer' }, async () => {
      await read()
      await systemTransaction(db, (transaction) => transaction.execute(sql`select ${'secret words'}::text`))
      await systemLookup(db, 'select $1 as words', ['secret words'])
      model.use('unauthorized')
      await read().catch(() => undefined)
    })
  } finally {
    await tracing?.stop()
    await model.close()
    await new Promise((resolve) => collector.close(resolve))
    vi.unstubAllEnvs()
  }
  const spans = received.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  )
  const job = spans.find(({ name }) => name === 'job scratch')
  const ofJob = spans.filter(({ parentSpanId }) => parentSpanId === job?.spanId)
  expect(ofJob.map(({ name, status }) => [name, status.code === 2]).sort()).toEqual([
    ['database transaction', false],
    ['database transaction', false],
    ['language model', false],
    ['language model', true],
  ])
  expect(JSON.stringify(received)).not.toContain('secret words')
})
