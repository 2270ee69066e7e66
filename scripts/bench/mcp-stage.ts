// The tool `search` of the public MCP server beside the search of the API, with the same questions in turn; the ratio is
// to the API.
import { fill } from './bench-faqs.ts'
import { measure } from './load.ts'
import type { BenchRequest } from './measurement.ts'
import { visitorQuestions, vocabularyQuestions } from './questions.ts'
import { untilQuiet } from './settle.ts'
import type { BenchApp, Stage } from './stage.ts'

const SIZE = 1000
const SECONDS = 8
/** Until what is asked again and again has been compiled. */
const WARM_UP_SECONDS = 10
const QUERIES = 3000
const HEADERS = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' }

const callOf = (subdomain: string, query: string): BenchRequest => ({
  path: `/faq/${subdomain}/mcp`,
  headers: HEADERS,
  body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search', arguments: { query } } },
})

/** A refusal of a tool has the status 200, too: the first call is read. */
async function assertAnswers({ url }: BenchApp, { path, body, headers }: BenchRequest): Promise<void> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!/"structuredContent":\{"results":\[\{/.test(text)) throw new Error(`The search over MCP answered ${text}`)
}

export const mcpStage: Stage = {
  name: 'mcp',
  says: `search over MCP beside the API’s, with one client at ${SIZE} FAQs`,
  async run(app, report) {
    const workspace = await app.createWorkspace('Bench MCP')
    const questions = vocabularyQuestions(SIZE)
    await fill(app, workspace, questions)
    const { subdomain } = workspace
    const asked = visitorQuestions(questions, QUERIES)
    const requests = {
      API: asked.map((question) => ({
        path: `/api/public/search?subdomain=${subdomain}&q=${encodeURIComponent(question)}`,
      })),
      MCP: asked.map((question) => callOf(subdomain, question)),
    }
    const loadOf = (name: keyof typeof requests, seconds: number) =>
      measure({ url: app.url, requests: requests[name], connections: 1, seconds })
    await untilQuiet(app.url)
    for (const request of requests.MCP.slice(0, 1)) await assertAnswers(app, request)
    for (const name of ['API', 'MCP'] as const) await loadOf(name, WARM_UP_SECONDS)
    const api = await loadOf('API', SECONDS)
    report({ what: 'search, API', ...api, ratio: 1 })
    const mcp = await loadOf('MCP', SECONDS)
    report({ what: 'search, MCP', ...mcp, ratio: mcp.p95 / api.p95 })
    report({ what: 'MCP beyond the API, p50 ms', figure: mcp.p50 - api.p50 })
    report({ what: 'MCP beyond the API, p95 ms', figure: mcp.p95 - api.p95 })
  },
}
