// Races at the limits of the plan, over the real protocol and through every procedure that adds something: with room for one,
// one of two gets in.
import { describe, expect, it } from 'vitest'
import { recordQuestion } from '../src/features/questions/server/index.ts'
import { visitorContext } from '../src/features/workspaces/server/index.ts'
import { newId } from '../src/kernel/ids.ts'
import { join, refusalOf } from './support/accounts/account-client.ts'
import { newOwner } from './support/accounts/teams.ts'
import { createTestApp } from './support/app/test-app.ts'
import { actInSandbox, subscribe } from './support/billing/sandbox-life.ts'

type Owner = Awaited<ReturnType<typeof newOwner>>

const app = await createTestApp()

const faq = (question: string, status = 'draft') => ({ question, answer: 'Yes.', status })
const created = async (owner: Owner, question: string, status?: string) =>
  (await owner.call<{ id: string }>('faqs/create', faq(question, status))).id
const live = async (owner: Owner) =>
  Number(
    (
      (await app.rows(
        `select count(*) as n from faqs where workspace_id = '${owner.workspaceId}' and status <> 'archived'`,
      )) as { n: string }[]
    )[0]?.n,
  )

async function asked(owner: Owner): Promise<string> {
  const visitor = await visitorContext(app.core.services, { workspace_id: owner.workspaceId })
  if (!visitor) throw new Error('the workspace is missing')
  return recordQuestion(visitor, {
    conversation_id: newId(),
    question: 'Where is my parcel?',
    answer: 'On its way.',
    outcome: 'answered',
    confidence: 1,
    sources: [],
    page_url: null,
  })
}

/** Prepares a way of adding one FAQ, with nothing in the way but the limit. */
const CREATIONS: Record<string, (owner: Owner) => Promise<() => Promise<unknown>>> = {
  create: async (owner) => () => owner.call('faqs/create', faq('Made?')),
  'the API': async (owner) => {
    const { api_key } = await owner.call<{ api_key: string }>('workspaces/apiKeys/create', {
      password: owner.password,
      name: 'k',
      scope: 'write',
    })
    return async () => {
      const { status } = await app.rest({ method: 'POST', path: '/faqs' }, faq('By key?'), api_key)
      if (status >= 300) throw new Error(String(status))
    }
  },
  import: async (owner) => async () => {
    const { failed } = await owner.call<{ failed: unknown[] }>('faqs/import', { items: [faq('Imported?')] })
    if (failed.length > 0) throw new Error('refused')
  },
  'restoring one from the trash': async (owner) => {
    const id = await created(owner, 'Thrown away?')
    await owner.call('faqs/delete', { id })
    return () => owner.call('faqs/trash/restore', { ids: [id] })
  },
  'editing an archived one': async (owner) => {
    const id = await created(owner, 'Archived?', 'archived')
    return () => owner.call('faqs/update', { id, status: 'draft' })
  },
  'restoring several archived ones': async (owner) => {
    const id = await created(owner, 'Also archived?', 'archived')
    return async () => {
      const { outcomes } = await owner.call<{ outcomes: { outcome: string }[] }>('faqs/updateMany', {
        ids: [id],
        status: 'published',
      })
      if (outcomes[0]?.outcome !== 'done') throw new Error(outcomes[0]?.outcome)
    }
  },
  'turning a question into a FAQ': async (owner) => {
    const id = await asked(owner)
    return () => owner.call('questions/moveToFaq', { id })
  },
  'turning all questions into FAQs': async (owner) => {
    await asked(owner)
    return () => owner.call('questions/moveAllToFaqs')
  },
}

describe('at 49 of 50 FAQs, only one of two simultaneous calls succeeds', () => {
  it.each(Object.keys(CREATIONS))('%s and a creation', async (name) => {
    const owner = await newOwner(app, 'Nearly full')
    const open = await CREATIONS[name]?.(owner)
    const items = Array.from({ length: 49 }, (_, n) => faq(`Number ${n}?`))
    await owner.call('faqs/import', { items })
    expect(await live(owner)).toBe(49)
    const race = await Promise.allSettled([open?.(), owner.call('faqs/create', faq('The other?'))])
    expect(race.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await live(owner)).toBe(50)
  })
})

describe('workspaces', () => {
  it('are limited to one of three simultaneous creations on a trial', async () => {
    const { client, id } = await join(app)
    const make = () => client.workspaces.create({ name: 'Race', website_url: 'https://example.com' })
    const race = await Promise.allSettled([make(), make(), make()])
    expect(race.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await app.rows(`select id from workspaces where billing_user_id = '${id}'`)).toHaveLength(1)
  })

  it('are unlimited on Pro, and limited again immediately after it ends', async () => {
    const person = await join(app)
    await subscribe(app, person, 'pro')
    const make = () => person.client.workspaces.create({ name: 'Many', website_url: 'https://example.com' })
    await Promise.all([make(), make(), make()])
    await actInSandbox(app, person, 'end')
    expect(await refusalOf(make())).toMatchObject({ code: 'limit.workspaces' })
  })
})

describe('without a plan', () => {
  it('every procedure that writes is refused, also with a key, and reading is allowed', async () => {
    const owner = await newOwner(app, 'Over')
    const creations = await Promise.all(Object.values(CREATIONS).map((prepare) => prepare(owner)))
    await app.rows(`update profiles set trial_ends_at = now() where id = '${owner.id}'`)
    for (const open of creations) await expect(open()).rejects.toThrow()
    expect(await live(owner)).toBe(0)
    expect(await owner.call<{ items: unknown[] }>('faqs/list')).toMatchObject({ items: expect.any(Array) })
    await expect(owner.call('faqs/create', faq('Now?'))).rejects.toMatchObject({ data: { code: 'limit.no_access' } })
    expect(await owner.client.billing.overview()).toMatchObject({ access: { paywall: true } })
  })
})
