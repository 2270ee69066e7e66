// Ids of objects that belong to a user or a visit rather than a workspace: another user's id gets the same response as
// an unknown one. Ids within workspaces: mixed-ids.db.test.ts.
import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../src/contract.ts'
import { conversationTurns, recordQuestion } from '../src/features/questions/server/index.ts'
import { inTransaction, visitorContext } from '../src/features/workspaces/server/index.ts'
import { newId } from '../src/kernel/ids.ts'
import { join } from './support/accounts/account-client.ts'
import { Authenticator } from './support/accounts/authenticator.ts'
import { newOwner } from './support/accounts/teams.ts'
import { procedures } from './support/app/procedures.ts'
import { createTestApp, type TestApp } from './support/app/test-app.ts'
import { known, subscribe } from './support/billing/sandbox-life.ts'

const EVERY_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

let app: TestApp
let victim: Awaited<ReturnType<typeof join>>
let theirs: Record<'subscription' | 'order' | 'session' | 'passkey' | 'apiKey', string>
const everythingOfTheirs = async () =>
  JSON.stringify([
    await app.rows(`select to_jsonb(s) from subscriptions s where user_id = '${victim.id}' order by id`),
    await app.rows(`select id from sessions where user_id = '${victim.id}' order by id`),
    await app.rows(`select id, name from passkeys where user_id = '${victim.id}' order by id`),
    await app.rows(`select id from api_keys where created_by = '${victim.id}' order by id`),
  ])

beforeAll(async () => {
  app = await createTestApp()
  const owner = await newOwner(app, 'Weaving')
  victim = owner
  await subscribe(app, victim, 'pro')
  const { passkeys } = victim.client.accounts
  const passkey = new Authenticator().create(await passkeys.startAdding({ password: victim.password }))
  const key = await owner.call<{ id: string }>('workspaces/apiKeys/create', { password: owner.password })
  theirs = {
    passkey: (await passkeys.add({ passkey })).id,
    apiKey: key.id,
    subscription: (await known(app, victim))[0]?.id ?? '',
    order: (await victim.client.billing.orders()).items[0]?.id ?? '',
    session: (await victim.client.accounts.sessions.list()).items[0]?.id ?? '',
  }
})

/** The id input of each user-level procedure, and its other required inputs. */
const NAMED: Record<string, [kind: keyof typeof theirs, rest?: object]> = {
  'accounts/sessions/revoke': ['session'],
  'accounts/passkeys/rename': ['passkey', { name: 'Taken' }],
  'accounts/passkeys/remove': ['passkey', { password: 'woven-thread-7' }],
  'billing/previewChange': ['subscription', { plan: 'starter' }],
  'billing/changePlan': ['subscription', { plan: 'starter' }],
  'billing/cancel': ['subscription'],
  'billing/resume': ['subscription'],
  'billing/invoice': ['order'],
  'workspaces/ownApiKeys/revoke': ['apiKey'],
}

describe('ids of other users', () => {
  it.each(Object.entries(NAMED))('are refused: %s', async (procedure, [kind, rest]) => {
    const attacker = await join(app)
    await subscribe(app, attacker, 'starter')
    const before = await everythingOfTheirs()
    const ask = async (id: string) => {
      const { status, body } = await app.rpc(procedure, { id, ...rest }, { cookie: attacker.cookie() })
      return { status, body: JSON.stringify(body).replaceAll(EVERY_ID, 'id') }
    }
    expect(theirs[kind]).not.toBe('')
    const answer = await ask(theirs[kind])
    expect(answer.status).toBe(404)
    const ofNobody = await ask(newId())
    expect(answer).toEqual(ofNobody)
    expect(await everythingOfTheirs()).toBe(before)
  })

  it('are tested for every procedure that takes one', () => {
    const taking = procedures(contract)
      .filter(({ meta }) => meta.access !== 'workspace')
      .filter(({ path }) => idOf(path))
      .map(({ path }) => path)
    expect(taking.sort()).toEqual(Object.keys(NAMED).sort())
  })
})

/** Ids of nothing that a person owns. */
const PUBLIC_IDS = ['client_id', 'price_id', 'product_id']

/** Returns true when the input of a procedure has an id of something that a person owns. */
function idOf(path: string): boolean {
  let node: unknown = contract
  for (const name of path.split('/')) node = (node as Record<string, unknown>)[name]
  const { inputSchema } = (node as { '~orpc': { inputSchema?: { shape?: object } } })['~orpc']
  return Object.keys(inputSchema?.shape ?? {}).some(
    (name) => name === 'id' || (/_ids?$/.test(name) && !PUBLIC_IDS.includes(name)),
  )
}

it('a visit is not found in another workspace', async () => {
  const [mine, other] = [await newOwner(app, 'Mine'), await newOwner(app, 'Other')]
  const conversation = newId()
  const contextOf = async (workspace_id: string) => {
    const context = await visitorContext(app.core.services, { workspace_id })
    if (!context) throw new Error('the workspace is missing')
    return context
  }
  const [here, there] = [await contextOf(mine.workspaceId), await contextOf(other.workspaceId)]
  await recordQuestion(here, {
    conversation_id: conversation,
    question: 'What is my secret?',
    answer: 'A secret.',
    outcome: 'answered',
    confidence: 1,
    sources: [],
    page_url: null,
  })
  expect(await inTransaction(here, (transaction) => conversationTurns(transaction, conversation, 5))).toHaveLength(1)
  expect(await inTransaction(there, (transaction) => conversationTurns(transaction, conversation, 5))).toEqual([])
})
