// Bytes of a large body that are read before authentication, generated from the contract: every procedure × {RPC, REST}
// × {known length, unknown length} × {anonymous, wrong key, other tenant, member where owners may}.
import { describe, expect, it } from 'vitest'
import { contract } from '../src/contract.ts'
import { ACTIONS, type Action } from '../src/features/workspaces/contract.ts'
import { SMALL_BODY_BYTES } from '../src/platform/bodies/index.ts'
import { teamTenant } from './support/accounts/team-tenant.ts'
import { type Procedure, procedures } from './support/app/procedures.ts'
import { createSampleApp } from './support/app/sample-app.ts'

const MB = 1024 * 1024
const BODY_BYTES = 8 * MB
const CHUNK_BYTES = 16 * 1024

const all = procedures(contract)
const known = all.filter((p) => p.meta.access !== 'anonymous')
const inWorkspace = all.filter((p) => p.meta.access === 'workspace')
const ownersOnly = inWorkspace.filter(
  (p) => !(ACTIONS[p.meta.action as Action] as readonly string[]).includes('member'),
)
const rest = all.filter((p) => p.route.path && p.route.method !== 'GET')

const app = await createSampleApp()
const mine = await teamTenant(app, 'Mine')
const other = await teamTenant(app, 'Other')

interface Outcome {
  status: number
  bytesRead: number
}

/** Sends 8 MB of JSON, in chunks that are made when they are asked for. */
async function send(
  path: string,
  method: string,
  headers: Record<string, string>,
  announced: boolean,
): Promise<Outcome> {
  const chunk = new Uint8Array(CHUNK_BYTES).fill(0x20)
  let bytesRead = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (bytesRead >= BODY_BYTES) return controller.close()
        bytesRead += CHUNK_BYTES
        controller.enqueue(chunk)
      },
    },
    { highWaterMark: 0 },
  )
  const request = new Request(`http://localhost:3000${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(announced ? { 'content-length': String(BODY_BYTES) } : {}),
      ...headers,
    },
    body,
    duplex: 'half',
  } as RequestInit)
  const { status } = await app.fetch(request)
  return { status, bytesRead }
}

async function sendBoth(path: string, method: string, headers: Record<string, string> = {}): Promise<Outcome[]> {
  return [await send(path, method, headers, true), await send(path, method, headers, false)]
}
const rpc = (p: Procedure, headers?: Record<string, string>) => sendBoth(`/api/rpc/${p.path}`, 'POST', headers)
const byKey = (p: Procedure, headers?: Record<string, string>) =>
  sendBoth(`/api/v1${(p.route.path ?? '').replaceAll(/\{\w+\}/g, mine.ids.faq)}`, p.route.method ?? 'POST', headers)

const unread = (status: number): Outcome[] => [
  { status, bytesRead: 0 },
  { status, bytesRead: 0 },
]

describe('the body of an unknown caller is not read', () => {
  it.each(known.map((p) => [p.path, p] as const))('by %s without a session', async (_, p) => {
    expect(await rpc(p)).toEqual(unread(401))
  })

  it.each(rest.map((p) => [`${p.route.method} ${p.route.path}`, p] as const))(
    'by %s without a valid key',
    async (_, p) => {
      expect(await byKey(p)).toEqual(unread(401))
      expect(await byKey(p, { authorization: 'Bearer al_wrong' })).toEqual(unread(401))
    },
  )
})

describe('the body of a caller without permission is not read', () => {
  it.each(inWorkspace.map((p) => [p.path, p] as const))('by %s for another workspace', async (_, p) => {
    const headers = { cookie: other.cookie, 'x-workspace-id': mine.workspaceId }
    expect(await rpc(p, headers)).toEqual(unread(404))
  })

  it.each(ownersOnly.map((p) => [p.path, p] as const))('by %s for a member', async (_, p) => {
    const headers = { cookie: mine.memberCookie, 'x-workspace-id': mine.workspaceId }
    expect(await rpc(p, headers)).toEqual(unread(403))
  })

  it.each(rest.filter((p) => p.meta.writes).map((p) => [`${p.route.method} ${p.route.path}`, p] as const))(
    'by %s for a read-only key',
    async (_, p) => {
      expect(await byKey(p, { authorization: `Bearer ${mine.readKey}` })).toEqual(unread(403))
    },
  )
})

describe('every caller may send 64 KB', () => {
  it.each(all.filter((p) => p.meta.access === 'anonymous').map((p) => [p.path, p] as const))('to %s', async (_, p) => {
    const [announced, endless] = await rpc(p)
    expect(announced).toEqual({ status: 413, bytesRead: 0 })
    expect(endless?.status).toBe(413)
    // One more chunk is read to find out that the body continues.
    expect(endless?.bytesRead).toBeLessThanOrEqual(SMALL_BODY_BYTES + CHUNK_BYTES)
  })

  it.each([['/api/billing/webhook'], ['/api/rpc/nothing/here'], ['/api/v1/nothing'], ['/nowhere']])(
    'to %s',
    async (path) => {
      for (const { status, bytesRead } of await sendBoth(path, 'POST')) {
        expect([401, 404, 413]).toContain(status)
        expect(bytesRead).toBeLessThanOrEqual(SMALL_BODY_BYTES + CHUNK_BYTES)
      }
    },
  )
})

describe('a known caller', () => {
  it('may send the maximum of the procedure, and no more', async () => {
    const headers = { authorization: `Bearer ${mine.apiKey}` }
    const [announced, endless] = await sendBoth('/api/v1/faqs', 'POST', headers)
    expect(announced).toEqual({ status: 413, bytesRead: 0 })
    expect(endless?.status).toBe(413)
    expect(endless?.bytesRead).toBeLessThanOrEqual(MB + CHUNK_BYTES)
    for (const { status, bytesRead } of await sendBoth('/api/v1/faqs/import', 'POST', headers)) {
      expect({ status, bytesRead }).toEqual({ status: 400, bytesRead: BODY_BYTES })
    }
  })

  it.each([
    ['faqs/import', 'REST'],
    ['faqs/import', 'RPC'],
  ])('is refused by %s with more than a megabyte over %s', async (_, transport) => {
    const tenant = await teamTenant(app, `Large ${transport}`)
    const items = Array.from({ length: 40 }, (_, index) => ({
      question: `Question ${transport} ${index}?`,
      answer: 'word '.repeat(4_000).slice(0, 19_999),
    }))
    // Reading a refused body needs as much space as an accepted one.
    const input = {
      items: [...items, ...Array.from({ length: 20 }, () => ({ question: '', answer: 'x'.repeat(30_000) }))],
    }
    const { status, body } =
      transport === 'REST'
        ? await app.rest({ method: 'POST', path: '/faqs/import' }, input, tenant.apiKey)
        : await app.rpc('faqs/import', input, { cookie: tenant.cookie, workspaceId: tenant.workspaceId })
    expect(status).toBe(200)
    const outcome = transport === 'REST' ? body : (body as { json: unknown }).json
    expect(outcome).toMatchObject({ created: 40, failed: { length: 20 } })
  })
})
