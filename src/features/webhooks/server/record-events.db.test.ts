import { beforeAll, describe, expect, it } from 'vitest'
import { join } from '../../../../tests/support/accounts/account-client.ts'
import { tokenOf } from '../../../../tests/support/accounts/teams.ts'
import type { TestApp } from '../../../../tests/support/app/test-app.ts'
import { createHookedApp, type Hooked, newFaq, WAIT } from '../../../../tests/support/content/hooked-tenant.ts'
import { newId } from '../../../kernel/ids.ts'
import { insertFaqs, withFaqOrder } from '../../faqs/server/index.ts'
import { recordQuestion, recordVote, requestHandoff } from '../../questions/server/index.ts'
import type { Invitation } from '../../team/contract.ts'
import { inTransaction, jobContext } from '../../workspaces/server/index.ts'
import { WEBHOOK_EVENTS } from '../contract.ts'

let app: TestApp
let hooked: (input?: object) => Promise<Hooked>
const tenants: Hooked[] = []
beforeAll(async () => {
  const created = await createHookedApp(8)
  app = created.app
  hooked = async (input) => {
    const tenant = await created.hooked(input)
    tenants.push(tenant)
    return tenant
  }
})

describe('webhook events', () => {
  it('contain the public content of FAQs, in order, and never the text of drafts', async () => {
    const { call, receiver, types, tenant } = await hooked()
    const faq = await call<{ id: string }>('faqs/create', newFaq('Do you deliver?'))
    await call('faqs/update', { id: faq.id, answer: 'To every country.' })
    await call('faqs/update', { id: faq.id, status: 'draft', answer: 'A secret plan.' })
    await call('faqs/update', { id: faq.id, answer: 'Another secret plan.' })
    await call('faqs/update', { id: faq.id, status: 'published', answer: 'To Europe.' })
    await call('faqs/delete', { id: faq.id })
    await call('faqs/create', newFaq('A draft?', 'draft'))
    const expected = ['faq.published', 'faq.updated', 'faq.unpublished', 'faq.published', 'faq.deleted']
    await expect.poll(types, WAIT).toEqual(expected)
    const [published, updated, unpublished, , deleted] = receiver.accepted
    expect(published?.data).toMatchObject({ id: faq.id, question: 'Do you deliver?', status: 'published', version: 1 })
    expect(published?.data.url).toContain('/do-you-deliver')
    expect(updated?.data).toMatchObject({ answer: 'To every country.' })
    expect(unpublished?.data).toEqual({ id: faq.id, status: 'draft', dashboard_url: expect.any(String) })
    expect(deleted?.data).toEqual({ id: faq.id })
    expect(JSON.stringify(receiver.accepted.map(({ data }) => data))).not.toMatch(/secret|draft\?/i)
    expect(receiver.refused).toBe(0)
    expect(receiver.accepted.every(({ headers }) => headers['user-agent'] === 'Answerloom-Webhooks/1')).toBe(true)
    expect(new Set(receiver.accepted.map(({ id }) => id)).size).toBe(expected.length)
    expect(tenant.workspaceId).toBeTruthy()
  })

  it('are sent per FAQ for bulk changes', async () => {
    const { call, receiver, types } = await hooked({ events: ['faq.published', 'faq.deleted', 'faq.unpublished'] })
    const items = Array.from({ length: 60 }, (_, index) => newFaq(`What is part ${index}?`))
    const { body } = await app.rest(
      { method: 'POST', path: '/faqs/import' },
      { items, on_duplicate: 'create' },
      (
        await call<{ api_key: string }>('workspaces/apiKeys/create', {
          name: 'k',
          scope: 'write',
          password: 'woven-thread-7',
        })
      ).api_key,
    )
    const { ids } = body as { ids: string[] }
    await call('faqs/archiveAll')
    await expect.poll(() => types().length, WAIT).toBe(121)
    const of = (type: string) => receiver.accepted.filter((event) => event.type === type).map(({ data }) => data.id)
    expect(of('faq.published').sort()).toEqual([...ids].sort())
    expect(of('faq.unpublished')).toEqual(expect.arrayContaining(ids))
  })

  it('contain the values of the screens for questions, handoffs and members', async () => {
    const { call, receiver, types, tenant } = await hooked({
      events: ['question.voted', 'handoff.requested', 'handoff.replied', 'member.left', 'member.changed'],
    })
    const context = jobContext(app.core.services, tenant.workspaceId)
    await recordVote(context, { id: tenant.ids.question, vote: 'down', reason: 'outdated' })
    await requestHandoff(context, { id: tenant.ids.question, email: 'v@example.test', note: 'Please call.' })
    await call('questions/reply', { id: tenant.ids.question, reply_id: newId(), text: 'Hello there.' })
    const { items: members } = await call<{ items: { id: string; role: string }[] }>('team/members/list')
    const member = members.find(({ role }) => role === 'member')?.id
    await call('team/members/changeRole', { id: member, role: 'owner' })
    await call('team/members/changeRole', { id: member, role: 'member' })
    await call('team/members/remove', { id: member })
    await expect
      .poll(() => types().toSorted(), WAIT)
      .toEqual([
        'handoff.replied',
        'handoff.requested',
        'member.changed',
        'member.changed',
        'member.left',
        'question.voted',
      ])
    const data = (type: string) => receiver.accepted.find((event) => event.type === type)?.data
    expect(data('question.voted')).toMatchObject({ vote: 'down', vote_reason: 'outdated', question: 'A question?' })
    expect(data('question.voted')).not.toHaveProperty('visitor')
    expect(data('handoff.requested')).toMatchObject({ visitor: { email: 'v@example.test', note: 'Please call.' } })
    expect(data('handoff.replied')).toMatchObject({ reply: { text: 'Hello there.', to: 'v@example.test' } })
    expect(data('member.left')).toMatchObject({ id: member, role: 'member', by_choice: false })
    expect(data('member.changed')).toMatchObject({ id: member, role: 'owner' })
  })

  it('are in order for questions and gaps', async () => {
    const { call, receiver, types, tenant } = await hooked({
      events: ['question.answered', 'question.unanswered', 'gap.opened', 'gap.closed'],
    })
    const context = jobContext(app.core.services, tenant.workspaceId)
    const asked = { answer: '', confidence: 0, sources: [], page_url: null, conversation_id: newId() }
    await recordQuestion(context, { ...asked, question: 'Do you repair boats?', outcome: 'refused' })
    await recordQuestion(context, { ...asked, question: 'Hello!', outcome: 'answered', is_small_talk: true })
    await expect.poll(types, WAIT).toEqual(['question.unanswered', 'gap.opened'])
    const gap = receiver.accepted[1]?.data
    expect(gap).toMatchObject({ state: 'open', question: 'Do you repair boats?', asked: 1 })
    await call('gaps/dismiss', { id: gap?.id, reason: 'off_topic' })
    await expect.poll(types, WAIT).toEqual(['question.unanswered', 'gap.opened', 'gap.closed'])
    expect(receiver.accepted[2]?.data).toMatchObject({ id: gap?.id, state: 'dismissed' })
    await recordQuestion(context, { ...asked, question: 'Do you deliver?', answer: 'Yes.', outcome: 'answered' })
    await expect.poll(types, WAIT).toEqual(['question.unanswered', 'gap.opened', 'gap.closed', 'question.answered'])
    expect(receiver.accepted[3]?.data).toMatchObject({ question: 'Do you deliver?', answer: 'Yes.' })
    // Deleting the question deletes its text from the log.
    await call('questions/deleteAll')
    expect(await app.rows(`select id from webhook_deliveries where workspace_id = '${tenant.workspaceId}'`)).toEqual([])
  })

  it('report success or the reason of the failure for sources', async () => {
    const { call, receiver } = await hooked({ events: ['source.read', 'source.failed'] })
    await call('knowledge/createTexts', { items: [{ title: 'Terms', content: 'All of our terms.' }] })
    await call('knowledge/uploadDocument', { file: new File([new Uint8Array([37, 80, 68, 70, 45])], 'broken.pdf') })
    const titled = (title: string) => receiver.accepted.filter(({ data }) => data.title === title)
    await expect.poll(() => titled('broken.pdf'), WAIT).toHaveLength(1)
    expect(titled('Terms')).toMatchObject([{ type: 'source.read', data: { kind: 'text', state: 'ready' } }])
    expect(titled('broken.pdf')).toMatchObject([{ type: 'source.failed', data: { reason: expect.any(String) } }])
  })

  it('name a new member and the role', async () => {
    const { call, receiver, types } = await hooked({ events: ['member.joined'] })
    const guest = await join(app)
    const token = tokenOf(app, await call<Invitation>('team/invitations/send', { email: guest.email, role: 'owner' }))
    await guest.client.team.invitation.accept({ token })
    // Accepting again changes nothing.
    await guest.client.team.invitation.accept({ token })
    await expect.poll(types, WAIT).toEqual(['member.joined'])
    const id = (await guest.client.accounts.me())?.id
    expect(receiver.accepted[0]?.data).toEqual({ id, name: expect.any(String), email: guest.email, role: 'owner' })
  })

  it('report an answer test that fails after it passed', async () => {
    const { call, receiver, types } = await hooked({ events: ['test.failed'] })
    const question = 'How long can I return an order?'
    const faq = await call<{ id: string }>('faqs/create', { ...newFaq(question), answer: 'You have 30 days.' })
    const { id } = await call<{ id: string }>('answerTests/create', { question, must_contain: ['30 days'] })
    const runUntil = async (state: string) => {
      await call('answerTests/run', { id })
      const current = async () => (await call<{ state: string }>('answerTests/details', { id })).state
      await expect.poll(current, WAIT).toBe(state)
    }
    await runUntil('passing')
    await call('faqs/update', { id: faq.id, answer: 'You have 14 days.' })
    await runUntil('failing')
    await expect.poll(types, WAIT).toEqual(['test.failed'])
    expect(receiver.accepted[0]?.data).toEqual({
      id,
      question,
      shortfall: { unanswered: false, missing: ['30 days'], uncited: false },
      dashboard_url: expect.stringContaining(`/messages/answer-tests/${id}`),
    })
  })

  it('are not recorded when the change is rolled back', async () => {
    const { tenant, deliveries } = await hooked()
    const context = jobContext(app.core.services, tenant.workspaceId)
    const content = { ...newFaq('Rolled back?'), category: 'General', alternative_questions: [] }
    const failing = inTransaction(context, async (transaction) => {
      await withFaqOrder(transaction, (order) => insertFaqs(order, [content as never]))
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await deliveries()).toEqual([])
  })

  it('include every event of the contract', () => {
    const sent = new Set(tenants.flatMap(({ types }) => types()))
    expect(WEBHOOK_EVENTS.filter((event) => !sent.has(event))).toEqual([])
  })
})
