// Access matrix of the workspace's MCP server, generated from its tools: every tool × {no key, a wrong key, a read-only
// key, another tenant's key}. A tool without a sample fails the test, so none can be added without being covered.
import { describe, expect, it } from 'vitest'
import { WORKSPACE_TOOLS } from '../src/features/mcp/server/index.ts'
import { teamTenant } from './support/accounts/team-tenant.ts'
import { createSampleApp } from './support/app/sample-app.ts'
import type { TeamTenant } from './support/app/sample-inputs.ts'
import { fingerprint } from './support/database/fingerprint.ts'

/** Valid input of every tool, naming objects of `owner`. */
const samples = (owner: TeamTenant): Record<string, Record<string, unknown>> => ({
  list_gaps: {},
  read_gap: { gap_id: owner.gaps.gap },
  propose_draft: { gap_id: owner.gaps.gap },
  verify_gap: { gap_id: owner.gaps.gap },
  list_faqs: {},
  read_faq: { faq_id: owner.ids.faq },
  write_draft: { question: 'How do I weave?', answer: 'By hand.', gap_id: owner.gaps.other },
  publish_faq: { faq_id: owner.ids.faq },
  list_sources: {},
  add_website: { url: 'https://woven.invalid/shop/', scope: 'section' },
  add_text: { title: 'Weaving', content: 'By hand.' },
  list_answer_tests: {},
  read_answer_test: { test_id: owner.checks.answerTest },
  run_answer_tests: {},
  read_statistics: {},
})

const names = WORKSPACE_TOOLS.map(({ name }) => name)
const writing = WORKSPACE_TOOLS.filter(({ annotations }) => !annotations.readOnlyHint).map(({ name }) => name)
const naming = WORKSPACE_TOOLS.filter(({ input }) => Object.keys(input.shape).some((key) => key.endsWith('_id')))

const app = await createSampleApp({ BILLING: 'off' })
const mine = await teamTenant(app, 'Mine')
const other = await teamTenant(app, 'Other')
const before = await fingerprint(app, mine)

interface ToolResult {
  isError?: boolean
  content: { text: string }[]
}

/** Calls a tool as clients do that begin without a handshake. */
async function useTool(name: string, input: Record<string, unknown>, key?: string) {
  const headers = new Headers({
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
  })
  if (key) headers.set('authorization', `Bearer ${key}`)
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }
  const response = await app.fetch(
    new Request('http://localhost:3000/mcp', { method: 'POST', headers, body: JSON.stringify(message) }),
  )
  const text = await response.text()
  const data = /^data: (.+)$/m.exec(text)?.[1]
  return {
    status: response.status,
    headers: response.headers,
    result: data ? (JSON.parse(data) as { result: ToolResult }).result : null,
    text,
  }
}

const unchanged = async () => expect(await fingerprint(app, mine)).toBe(before)

it('the samples cover every tool', () => {
  expect(Object.keys(samples(mine)).sort()).toEqual([...names].sort())
  expect(writing).toEqual(['verify_gap', 'write_draft', 'publish_faq', 'add_website', 'add_text', 'run_answer_tests'])
})

describe('a caller without a valid key', () => {
  it.each(names)('is refused by %s', async (name) => {
    for (const key of [undefined, 'al_wrong']) {
      const { status, headers, text } = await useTool(name, samples(mine)[name] ?? {}, key)
      expect(status).toBe(401)
      expect(headers.get('www-authenticate')).toMatch(/^Bearer/)
      expect(text).toMatch(/"code":"api_key\.(required|unknown)"/)
    }
    await unchanged()
  })
})

describe('a read-only key', () => {
  it.each(writing)('is refused by %s', async (name) => {
    const { result } = await useTool(name, samples(mine)[name] ?? {}, mine.readKey)
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('api_key.read_only') }] })
    await unchanged()
  })
})

describe('a key of another workspace', () => {
  it.each(naming.map(({ name }) => name))('does not find the objects of this one by %s', async (name) => {
    const { result } = await useTool(name, samples(mine)[name] ?? {}, other.apiKey)
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('not_found') }] })
    await unchanged()
  })

  it.each(names.filter((name) => name.startsWith('list_')))('gets nothing of this one by %s', async (name) => {
    const text = (await useTool(name, samples(other)[name] ?? {}, other.apiKey)).text
    for (const id of [mine.ids.faq, mine.ids.source, mine.gaps.gap, mine.checks.answerTest])
      expect(text).not.toContain(id)
    expect(text).not.toContain('About Mine?')
  })
})

describe('a key that may write', () => {
  // Last: they change the tenant that the others compare.
  it.each(names)('is allowed for %s', async (name) => {
    const { result, text } = await useTool(name, samples(mine)[name] ?? {}, mine.apiKey)
    expect(result?.isError ?? false, text).toBe(false)
    expect(result?.content[0]?.text).toMatch(/^\{/)
  })
})

it("a website's scripts are refused, also with a valid key", async () => {
  const response = await app.fetch(
    new Request('http://localhost:3000/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: 'https://evil.example',
        authorization: `Bearer ${mine.apiKey}`,
      },
      body: '{}',
    }),
  )
  expect(response.status).toBe(403)
  expect(await response.text()).toContain('request.cross_site')
})

it('a key for one area uses the tools of that area only', async () => {
  const made = await app.rpc(
    'workspaces/apiKeys/create',
    { scope: 'read', areas: ['faqs:read'], password: mine.password },
    { cookie: mine.cookie, workspaceId: mine.workspaceId },
  )
  const { api_key: limited } = (made.body as { json: { api_key: string } }).json
  const { result } = await useTool('list_faqs', {}, limited)
  expect(result?.isError ?? false).toBe(false)
  for (const name of ['list_sources', 'list_gaps', 'read_statistics'])
    expect((await useTool(name, {}, limited)).result, name).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('api_key.not_allowed') }],
    })
})
