import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { createTestApp } from '../../tests/support/app/test-app.ts'
import { API_KEY_AREAS } from '../features/workspaces/contract.ts'

const app = await createTestApp({ BILLING: 'off', RATE_LIMITS: 'on' })
const mine = await app.tenant('Woven')
const other = await app.tenant('Knitted')

const download = (key?: string, method = 'GET') =>
  app.fetch(
    new Request('http://localhost:3000/api/v1/export', {
      method,
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    }),
  )

async function refusalOf(key?: string): Promise<[number, string]> {
  const response = await download(key)
  const { error } = (await response.json()) as { error: { code: string; request_id: string } }
  expect(error.request_id).not.toBe('')
  expect(response.headers.get('ratelimit')).toMatch(/^"address";r=\d+;t=\d+$/)
  return [response.status, error.code]
}

async function filesIn(response: Response): Promise<Map<string, string>> {
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return new Map(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}

async function limitedKey(limits: object): Promise<string> {
  const input = { name: 'Limited', scope: 'read', password: mine.password, ...limits }
  const reply = await app.rpc('workspaces/apiKeys/create', input, {
    cookie: mine.cookie,
    workspaceId: mine.workspaceId,
  })
  return (reply.body as { json: { api_key: string } }).json.api_key
}

describe('permission to export', () => {
  it('is refused without a key', async () => {
    expect(await refusalOf()).toEqual([401, 'api_key.required'])
    expect(await refusalOf('al_wrong')).toEqual([401, 'api_key.unknown'])
    const session = await app.fetch(
      new Request('http://localhost:3000/api/v1/export', { headers: { cookie: mine.cookie } }),
    )
    expect(session.status).toBe(401)
  })

  it("is limited to the key's own workspace", async () => {
    for (const key of [mine.apiKey, mine.readKey]) {
      const files = await filesIn(await download(key))
      expect(JSON.parse(files.get('workspace.json') ?? '')).toMatchObject({ id: mine.workspaceId })
      expect(files.get('faqs.jsonl')).toContain('About Woven?')
      const all = [...files.values()].join('\n')
      for (const secret of [mine.apiKey, mine.readKey, 'key_hash', other.workspaceId, other.email])
        expect(all).not.toContain(secret)
    }
  })

  it('requires a key without areas or with all areas to read', async () => {
    const reads = API_KEY_AREAS.map((area) => `${area}:read`)
    await filesIn(await download(await limitedKey({ areas: reads })))
    for (const area of API_KEY_AREAS) {
      const key = await limitedKey({ areas: reads.filter((scope) => scope !== `${area}:read`) })
      expect([area, ...(await refusalOf(key))]).toEqual([area, 403, 'api_key.not_allowed'])
    }
    expect(await refusalOf(await limitedKey({ networks: ['203.0.113.0/24'] }))).toEqual([403, 'api_key.network'])
  })
})

it('an export is recorded in the audit log with the key, and returns the rest of the rate limit', async () => {
  const exports = `select actor_name from audit_log
    where action = 'workspace.exported' and workspace_id = '${other.workspaceId}'`
  expect((await download(other.apiKey, 'HEAD')).status).toBe(200)
  expect(await app.rows(exports)).toEqual([])
  const response = await download(other.apiKey)
  expect(response.headers.get('ratelimit')).toMatch(/^"key";r=\d+;t=\d+$/)
  await filesIn(response)
  expect(await app.rows(exports)).toEqual([{ actor_name: 'w' }])
})

it('an export runs once at a time per workspace', async () => {
  const first = await download(mine.apiKey)
  const second = await download(mine.readKey)
  expect([second.status, await second.json()]).toMatchObject([409, { error: { code: 'archive.running' } }])
  await first.body?.cancel()
  await expect.poll(async () => (await download(mine.readKey)).status).toBe(200)
})
