// A removed member, or one whose session has ended, loses access at once and everywhere: requests, event streams on
// every node, API keys. Digests end with the membership (digest.db.test.ts).
import type { Hono } from 'hono'
import { beforeAll, describe, expect, it } from 'vitest'
import { startEvents } from '../src/platform/events/index.ts'
import type { HttpEnv } from '../src/platform/http/index.ts'
import { asAppError } from '../src/platform/rpc/index.ts'
import { createEventStream } from '../src/wire/event-stream.ts'
import { refusalOf, visit } from './support/accounts/account-client.ts'
import { newOwner, teammate } from './support/accounts/teams.ts'
import { createTestApp, type TestApp } from './support/app/test-app.ts'
import { atEnd } from './support/database/database.ts'

type Owner = Awaited<ReturnType<typeof newOwner>>

let app: TestApp
/** Two nodes on one database: each hears of events over a connection of its own. */
let nodes: Hono<HttpEnv>[]

beforeAll(async () => {
  app = await createTestApp({ BILLING: 'off' })
  const { services, accounts, db } = app.core
  const elsewhere = await startEvents(db)
  nodes = [services, { ...services, events: elsewhere }].map((node) =>
    createEventStream(node, accounts.auth).onError((error, context) =>
      context.text(error.message, asAppError(error)?.status === 404 ? 404 : 500),
    ),
  )
  atEnd(() => elsewhere.close())
})

/** An open stream: resolves with everything it said once the server has ended it. */
async function listen(node: Hono<HttpEnv>, person: { cookie(): string }, workspaceId: string) {
  const headers = { cookie: person.cookie() }
  const response = await node.request(`/api/events?workspace_id=${workspaceId}`, { headers })
  if (!response.body) throw new Error(`no stream but ${response.status}`)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let said = ''
  const until = async (text: string | null): Promise<string> => {
    while (text === null || !said.includes(text)) {
      const { done, value } = await reader.read()
      if (done) return said
      said += value
    }
    return said
  }
  await until('"ready"')
  return { until, ended: () => until(null), close: () => reader.cancel() }
}

describe('a session that has ended', () => {
  /** Actions that end a user's sessions, from the same browser or another one. */
  const ENDS: Record<string, (owner: Owner) => Promise<unknown>> = {
    'by signing out': ({ client }) => client.accounts.signOut(),
    'in the list of sessions': ({ client }) => client.accounts.sessions.revokeAll(),
    'because the password was changed elsewhere': async ({ email, password }) => {
      const elsewhere = visit(app)
      await elsewhere.client.accounts.signIn({ email, password })
      await elsewhere.client.accounts.changePassword({ current_password: password, password: 'woven-thread-8' })
    },
    'with the account': async ({ client, call, password }) => {
      await call('workspaces/delete', { confirm_name: 'Ends', password })
      await client.accounts.delete({ confirm: 'DELETE', password })
    },
    'with the workspace': ({ call, password }) => call('workspaces/delete', { confirm_name: 'Ends', password }),
    'by its age': ({ id }) =>
      app.rows(`update sessions set created_at = now() - interval '1 year' where user_id = '${id}'`),
  }

  it('ends its event streams on every node', async () => {
    // All at once: each is noticed within seconds, and the test's own limit says where one is not.
    await Promise.all(
      Object.values(ENDS).map(async (end) => {
        const owner = await newOwner(app, 'Ends')
        const streams = await Promise.all(nodes.map((node) => listen(node, owner, owner.workspaceId)))
        await end(owner)
        await Promise.all(streams.map((stream) => stream.ended()))
      }),
    )
  }, 30_000)

  it.each(Object.entries(ENDS).filter(([name]) => name !== 'with the workspace'))(
    'is refused by %s',
    async (_, end) => {
      const owner = await newOwner(app, 'Ends')
      const cookie = owner.cookie()
      await end(owner)
      const asked = await app.rpc('workspaces/list', {}, { cookie })
      expect(asked).toMatchObject({ status: 401, body: { json: { data: { kind: 'unauthenticated' } } } })
    },
  )
})

describe('a removed member', () => {
  it('loses open event streams on every node, and others keep theirs', async () => {
    const owner = await newOwner(app, 'Streams')
    const colleague = await teammate(app, owner)
    const theirs = await Promise.all(nodes.map((node) => listen(node, colleague, owner.workspaceId)))
    const mine = await Promise.all(nodes.map((node) => listen(node, owner, owner.workspaceId)))
    await owner.call('team/members/remove', { id: colleague.id })
    // The test's own time limit would say if one of them stayed open.
    await Promise.all(theirs.map((stream) => stream.ended()))
    await owner.call('workspaces/settings/update', { name: 'Streams go on' })
    await Promise.all(mine.map((stream) => stream.until('workspace.changed')))
    await Promise.all(mine.map((stream) => stream.close()))
    for (const node of nodes) {
      const again = await node.request(`/api/events?workspace_id=${owner.workspaceId}`, {
        headers: { cookie: colleague.cookie() },
      })
      expect(again.status).toBe(404)
    }
  }, 15_000)

  it('is removed when the event was lost, since every stream is checked again', async () => {
    const owner = await newOwner(app, 'Lost news')
    const colleague = await teammate(app, owner)
    const stream = await listen(nodes[0] as Hono<HttpEnv>, colleague, owner.workspaceId)
    await app.rows(
      `delete from workspace_members where workspace_id = '${owner.workspaceId}' and user_id = '${colleague.id}'`,
    )
    await stream.ended()
  }, 15_000)

  it('is refused by every request, as are their API keys', async () => {
    const owner = await newOwner(app, 'Requests')
    const colleague = await teammate(app, owner, 'owner')
    const { api_key: theirs } = await colleague.call<{ api_key: string }>('workspaces/apiKeys/create', {
      password: colleague.password,
      name: 'Theirs',
    })
    const { api_key: mine } = await owner.call<{ api_key: string }>('workspaces/apiKeys/create', {
      password: owner.password,
      name: 'Mine',
    })
    const byKey = (key: string) => app.rest({ method: 'GET', path: '/faqs' }, {}, key)
    expect(await byKey(theirs)).toMatchObject({ status: 200 })
    await owner.call('team/members/remove', { id: colleague.id })
    expect(await refusalOf(colleague.call('faqs/list'))).toMatchObject({ code: 'workspace.not_found' })
    expect((await colleague.client.workspaces.list()).items).toEqual([])
    expect(await byKey(theirs)).toMatchObject({ status: 401 })
    expect(await byKey(mine)).toMatchObject({ status: 200 })
  })
})
