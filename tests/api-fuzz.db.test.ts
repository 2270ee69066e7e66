// The API behaves as its document says: requests are generated from the document, allowed and forbidden ones, and every
// response is compared with it. FUZZ_SEED and FUZZ_RUNS repeat a run or make more of it.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { createMetrics, startHttp } from '../src/platform/http/index.ts'
import { silentLogger } from '../src/platform/log/index.ts'
import { apiDocument } from '../src/wire/api-document.ts'
import { teamTenant } from './support/accounts/team-tenant.ts'
import { checkAgainst } from './support/api/document-check.ts'
import {
  allowedParts,
  type Fields,
  forbiddenParts,
  type Parts,
  sampleParts,
  toRequest,
} from './support/api/generated-requests.ts'
import { type Endpoint, endpointsOf, type OpenApi } from './support/api/openapi.ts'
import { createSampleApp } from './support/app/sample-app.ts'
import { samples, type TeamTenant } from './support/app/sample-inputs.ts'
import type { TestApp } from './support/app/test-app.ts'
import { atEnd } from './support/database/database.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 28)
const RUNS = Number(process.env.FUZZ_RUNS ?? 2)

const document = (await apiDocument({
  appUrl: new URL('http://localhost:3000'),
  version: 'test',
})) as unknown as OpenApi
const check = checkAgainst(document)

/**
 * A schema cannot say them: ascending times, FAQs or a deletion, a text or a source, a message or a question, a FAQ or a
 * question to suggest.
 */
const RULES_BETWEEN_FIELDS = new Set([
  'GET /statistics/questions',
  'POST /trash/restore',
  'POST /answer-tests',
  'PATCH /answer-tests/{id}',
  'POST /public/ask',
  'GET /public/search',
  'POST /public/token',
  'POST /public/handoff',
  'PUT /page-rules',
])

/** Deletions run last, and visitors ask while the workspace still has its name. */
const rank = ({ method, isPublic, name }: Endpoint) => {
  if (isPublic) return 0
  if (method === 'GET') return 1
  return method === 'DELETE' || /all|subdomain|erase|delete|merge|trash|settings/i.test(name) ? 3 : 2
}
const endpoints = endpointsOf(document).sort((a, b) => rank(a) - rank(b))

interface Subject {
  tenant: TeamTenant
  /** Sample inputs by operation. */
  inputs: Record<string, object>
}

let app: TestApp
let url: string
let mine: Subject

beforeAll(async () => {
  app = await createSampleApp({ BILLING: 'off' })
  const metrics = createMetrics()
  const server = await startHttp(app.http, { host: '127.0.0.1', port: 0, log: silentLogger, metrics })
  atEnd(server.close)
  url = `http://127.0.0.1:${server.port}`
  mine = await subject('Mine')
})

/** A tenant that has something of everything, and a question that a visitor asked. */
async function subject(name: string): Promise<Subject> {
  const tenant = await teamTenant(app, name)
  const rows = await app.rows(`select subdomain from workspaces where id = '${tenant.workspaceId}'`)
  const { subdomain } = rows[0] as { subdomain: string }
  const asked = await fetch(`${url}/api/public/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ subdomain, question: 'A question?' }),
  })
  const { message_id } = (await asked.json()) as { message_id: string }
  const inputs = {
    ...samples(tenant),
    'archive/download': {},
    'public/ask': { subdomain, question: 'A question?' },
    'public/search': { subdomain, q: 'question' },
    'public/token': { subdomain },
    'public/feedback': { message_id, vote: 'up' },
    'public/handoff': { message_id, email: 'visitor@example.test' },
    'public/workspace': { subdomain },
    'public/faqs': { subdomain },
  }
  return { tenant, inputs }
}

const sampleOf = (endpoint: Endpoint, { inputs }: Subject): Parts => {
  const sample = inputs[endpoint.operation.operationId.replaceAll('.', '/')]
  if (!sample) throw new Error(`There is no sample of ${endpoint.operation.operationId}.`)
  return sampleParts(document, endpoint, sample as Fields)
}

const succeeded = new Set<string>()

interface Sent {
  status: number
  code: string | undefined
  text: string
  problems: string[]
}

/** Sends a request; its problems name it, so that it can be repeated. */
async function send(endpoint: Endpoint, parts: Parts, options: { key?: string; raw?: string } = {}): Promise<Sent> {
  const request = toRequest(endpoint, url, parts, options)
  // Tokens are for our own pages.
  if (endpoint.isPublic) request.headers.set('origin', url)
  const shown = `${request.method} ${request.url.slice(url.length)} ${options.raw ?? JSON.stringify(parts.body)?.slice(0, 400) ?? ''}`
  const response = await fetch(request)
  const text = await response.text()
  const problems = check.problems(endpoint, response, text)
  if (response.status === 500) problems.push('the server failed')
  let code: string | undefined
  if (response.status >= 400 && text.startsWith('{')) code = JSON.parse(text).error?.code
  if (response.ok) succeeded.add(endpoint.name)
  return { status: response.status, code, text, problems: problems.map((problem) => `${shown} → ${problem}`) }
}

const generated = (arbitrary: fc.Arbitrary<Parts>, name: string, runs: number): Parts[] =>
  fc.sample(arbitrary, {
    seed: SEED + [...name].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) | 0, 7),
    numRuns: runs,
  })

const repeat = `Repeat with FUZZ_SEED=${SEED} FUZZ_RUNS=${RUNS}.`

describe.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (name, endpoint) => {
  it('its responses match the documentation', async () => {
    const sample = sampleOf(endpoint, mine)
    const key = endpoint.isPublic ? undefined : mine.tenant.apiKey
    const problems: string[] = []
    const note = (sent: Sent, ...more: (string | false)[]) =>
      problems.push(...sent.problems, ...more.filter((one) => one !== false))
    const known = await send(endpoint, sample, { key })
    note(known)
    for (const parts of generated(allowedParts(document, endpoint, sample), name, RUNS)) {
      if (!endpoint.isPublic) {
        for (const other of [undefined, 'al_wrong']) {
          const sent = await send(endpoint, parts, { key: other })
          note(sent, sent.status !== 401 && `without a valid key → ${sent.status}`)
        }
        note(await send(endpoint, parts, { key: mine.tenant.readKey }))
      }
      const sent = await send(endpoint, parts, { key })
      const isRefused = /^request\./.test(sent.code ?? '') && !RULES_BETWEEN_FIELDS.has(name)
      note(sent, isRefused && `refused: ${JSON.stringify(parts)} → ${sent.text}`)
    }
    const forbidden = forbiddenParts(document, endpoint, sample, check)
    for (const parts of forbidden ? generated(forbidden, name, RUNS) : []) {
      const sent = await send(endpoint, parts, { key })
      note(sent, sent.status < 300 && 'body' in parts && `accepted: ${JSON.stringify(parts).slice(0, 500)}`)
    }
    if (endpoint.operation.requestBody)
      for (const raw of ['{', '', '"\\ud800"', '{"__proto__":{"a":1}}'])
        note(await send(endpoint, sample, { key, raw }))
    expect(problems, repeat).toEqual([])
  })
})

it('every operation is reached', async () => {
  // Requests before them deleted the objects that they need: each gets a tenant of its own.
  for (const endpoint of endpoints.filter(({ name }) => !succeeded.has(name))) {
    const own = await subject(`For ${endpoint.operation.operationId}`)
    const sent = await send(endpoint, sampleOf(endpoint, own), { key: own.tenant.apiKey })
    expect(`${endpoint.name} ${sent.status} ${sent.problems.join()}`).toMatch(/ 2\d\d $/)
  }
  expect([...succeeded].sort()).toEqual(endpoints.map(({ name }) => name).sort())
})
