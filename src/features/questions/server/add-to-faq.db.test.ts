import { describe, expect, it } from 'vitest'
import { createInbox, type Inbox } from '../../../../tests/support/content/questions-workspace.ts'
import { createTestContext, faqInput } from '../../../../tests/support/content/test-context.ts'
import { newId } from '../../../kernel/ids.ts'
import { createFaq } from '../../faqs/server/index.ts'
import { searchMemoryIndex } from '../../ranking/server/index.ts'
import { addToFaq, takeFromFaq } from './add-to-faq.ts'
import { deleteQuestion } from './delete-questions.ts'
import { moveAllToFaqs } from './move-all-to-faqs.ts'
import { moveToFaq } from './move-to-faq.ts'
import { questionDetails } from './question-details.ts'
import { similarFaqs } from './similar-faqs.ts'

const testContext = await createTestContext()

const faq = ({ ctx }: Inbox, options: Parameters<typeof faqInput>[0] = {}) => createFaq(ctx, faqInput(options))
const alternatives = async ({ id }: Inbox, faqId: string): Promise<string[]> =>
  (
    await testContext.db.pool.query<{ alternative_questions: string[] }>(
      'select alternative_questions from faqs where workspace_id = $1 and id = $2',
      [id, faqId],
    )
  ).rows[0]?.alternative_questions ?? []
/** The question of the best hit that visitors would get. */
const found = async ({ ctx }: Inbox, text: string) =>
  (await searchMemoryIndex(testContext.db, { id: ctx.workspaceId, contentVersion: null }, { text, limit: 1 })).hits[0]
    ?.question

describe('adding a question to a FAQ', () => {
  it('makes the FAQ answer it immediately, marks it done, and can be undone', async () => {
    const inbox = await createInbox(testContext)
    const { id: faqId } = await faq(inbox)
    const id = await inbox.asked('zugangscode vergessen', { outcome: 'refused' })
    expect(await found(inbox, 'zugangscode vergessen')).toBeUndefined()

    const added = await addToFaq(inbox.ctx, { id, faq_id: faqId })
    expect(added).toMatchObject({ added: true, marked_done: true, faq: { id: faqId, status: 'published' } })
    expect(await alternatives(inbox, faqId)).toEqual(['zugangscode vergessen'])
    expect(await found(inbox, 'zugangscode vergessen')).toBe('How do I reset my password?')
    expect(await questionDetails(inbox.ctx, id)).toMatchObject({ faq: { id: faqId }, done_by: 'Test Person' })
    await expect
      .poll(() =>
        testContext.receivedEvents.some((event) => event.type === 'content.changed' && event.workspace_id === inbox.id),
      )
      .toBe(true)

    expect(await takeFromFaq(inbox.ctx, { id, faq_id: faqId, reopen: added.marked_done })).toBe(true)
    expect(await alternatives(inbox, faqId)).toEqual([])
    expect(await found(inbox, 'zugangscode vergessen')).toBeUndefined()
    expect(await questionDetails(inbox.ctx, id)).toMatchObject({ faq: null, done_at: null })
    expect(await takeFromFaq(inbox.ctx, { id, faq_id: faqId, reopen: false })).toBe(false)
  })

  it('adds no phrasing that the FAQ has, ignoring case and punctuation', async () => {
    const inbox = await createInbox(testContext)
    const { id: faqId } = await faq(inbox, { alternative_questions: ['Lost my key'] })
    for (const question of ['how do I reset my password', 'LOST my key!', 'Lost  my key'])
      expect(await addToFaq(inbox.ctx, { id: await inbox.asked(question), faq_id: faqId })).toMatchObject({
        added: false,
        marked_done: true,
      })
    expect(await alternatives(inbox, faqId)).toEqual(['Lost my key'])
  })

  it('adds many simultaneous questions, and equal ones once', async () => {
    const inbox = await createInbox(testContext)
    const { id: faqId } = await faq(inbox)
    const texts = ['one thing', 'two things', 'two things?', 'three things']
    const ids = await Promise.all(texts.map((text) => inbox.asked(text)))
    const results = await Promise.all(ids.map((id) => addToFaq(inbox.ctx, { id, faq_id: faqId })))
    expect(results.filter(({ added }) => added)).toHaveLength(3)
    expect(await alternatives(inbox, faqId)).toHaveLength(3)
  })

  it("keeps a visitor's request for a person open", async () => {
    const inbox = await createInbox(testContext)
    const { id: faqId } = await faq(inbox)
    const id = await inbox.asked('please help me')
    await inbox.waits(id)
    expect(await addToFaq(inbox.ctx, { id, faq_id: faqId })).toMatchObject({ added: true, marked_done: false })
  })

  it('is refused without space, without the FAQ, or after the question was deleted, and changes nothing', async () => {
    const inbox = await createInbox(testContext)
    const full = Array.from({ length: 50 }, (_, n) => `way ${n}`)
    const { id: faqId } = await faq(inbox, { alternative_questions: full })
    const id = await inbox.asked('one more way')
    await expect(addToFaq(inbox.ctx, { id, faq_id: faqId })).rejects.toMatchObject({ code: 'faq.alternatives_full' })
    await expect(addToFaq(inbox.ctx, { id, faq_id: newId() })).rejects.toMatchObject({ code: 'faq.not_found' })
    await deleteQuestion(inbox.ctx, id)
    await expect(addToFaq(inbox.ctx, { id, faq_id: faqId })).rejects.toMatchObject({ code: 'question.not_found' })
    expect(await alternatives(inbox, faqId)).toEqual(full)
    expect(await inbox.count('messages', 'done_at is not null or faq_id is not null')).toBe(0)
  })

  it('is refused across workspaces', async () => {
    const [mine, other] = [await createInbox(testContext), await createInbox(testContext)]
    const [{ id: myFaq }, { id: theirFaq }] = [await faq(mine), await faq(other)]
    const [myQuestion, theirQuestion] = [await mine.asked('mine'), await other.asked('theirs')]
    for (const act of [
      addToFaq,
      (context: Inbox['ctx'], input: { id: string; faq_id: string }) =>
        takeFromFaq(context, { ...input, reopen: false }),
    ]) {
      await expect(act(mine.ctx, { id: myQuestion, faq_id: theirFaq })).rejects.toMatchObject({ code: 'faq.not_found' })
      await expect(act(mine.ctx, { id: theirQuestion, faq_id: myFaq })).rejects.toMatchObject({
        code: 'question.not_found',
      })
    }
    expect([await alternatives(mine, myFaq), await alternatives(other, theirFaq)]).toEqual([[], []])
  })
})

describe('the nearest FAQs', () => {
  it('are in ranking order, with drafts after published ones and without archived ones', async () => {
    const inbox = await createInbox(testContext)
    await faq(inbox, { question: 'How do I return a parcel?', answer: 'With the enclosed label.' })
    await faq(inbox, { question: 'Which wool do you use?', answer: 'Merino.' })
    await faq(inbox, { question: 'How do I return a damaged parcel?', answer: 'We fetch it.', status: 'draft' })
    await faq(inbox, { question: 'How did I return a parcel in 1990?', answer: 'By horse.', status: 'archived' })
    const id = await inbox.asked('return my parcel')
    const near = await similarFaqs(inbox.ctx, { id })
    expect(near.map(({ question, status }) => [question, status])).toEqual([
      ['How do I return a parcel?', 'published'],
      ['How do I return a damaged parcel?', 'draft'],
    ])
    expect((await similarFaqs(inbox.ctx, { id, q: 'woo' })).map(({ question }) => question)).toEqual([
      'Which wool do you use?',
    ])
    expect(await similarFaqs(inbox.ctx, { id, q: '%' })).toEqual([])
  })

  it('mark the one that contains the question', async () => {
    const inbox = await createInbox(testContext)
    await faq(inbox, { question: 'Where is my parcel?', alternative_questions: ['parcel lost'] })
    expect(await similarFaqs(inbox.ctx, { id: await inbox.asked('Parcel lost!') })).toMatchObject([{ holds: true }])
  })
})

describe('moving questions to FAQs', () => {
  it('links a question to its FAQ and does not move it twice', async () => {
    const inbox = await createInbox(testContext)
    const [one, two] = [await inbox.asked('one'), await inbox.asked('two')]
    const { id: faqId } = await moveToFaq(inbox.ctx, { id: one, overrides: {} })
    expect(await questionDetails(inbox.ctx, one)).toMatchObject({
      faq: { id: faqId, status: 'draft' },
      done_by: 'Test Person',
    })
    await inbox.waits(two)
    expect((await moveAllToFaqs(inbox.ctx)).moved).toBe(1)
    expect(await questionDetails(inbox.ctx, two)).toMatchObject({ faq: { question: 'two' }, done_at: null })
    expect((await moveAllToFaqs(inbox.ctx)).moved).toBe(0)
    expect(await inbox.count('faqs')).toBe(2)
    await testContext.db.pool.query('delete from faqs where workspace_id = $1 and id = $2', [inbox.id, faqId])
    expect(await questionDetails(inbox.ctx, one)).toMatchObject({ faq: null })
    expect((await moveAllToFaqs(inbox.ctx)).moved).toBe(1)
  })

  it('moves thousands at once, in order', async () => {
    const inbox = await createInbox(testContext)
    await testContext.db.pool.query(
      `insert into messages (workspace_id, id, conversation_id, question, answer, outcome)
       select $1, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, gen_random_uuid(), 'question ' || n, 'a', 'answered'
       from generate_series(1, 1100) n`,
      [inbox.id],
    )
    expect((await moveAllToFaqs(inbox.ctx)).moved).toBe(1100)
    expect(await inbox.count('faqs', `question = 'question ' || display_order and status = 'draft'`)).toBe(1100)
    expect(await inbox.count('messages', 'done_at is not null and faq_id is not null')).toBe(1100)
  })

  it("moves none beyond the plan's limit, and the error names the possible number", async () => {
    const inbox = await createInbox(testContext, { freeAccess: false })
    for (let n = 0; n < 48; n += 1) await faq(inbox, { question: `q${n}`, status: 'draft' })
    for (const question of ['a', 'b', 'c']) await inbox.asked(question)
    await expect(moveAllToFaqs(inbox.ctx)).rejects.toMatchObject({
      code: 'limit.faqs',
      message: 'There are 3 messages to move, and your plan of 50 FAQs has room for 2. Nothing was moved.',
      details: { limit: 50, room: 2, count: 3 },
    })
    expect(await inbox.count('messages', 'faq_id is not null')).toBe(0)
    expect(await inbox.count('faqs')).toBe(48)
  })

  it('moves or refuses a question that is deleted at the same time, and keeps the order complete', async () => {
    const inbox = await createInbox(testContext)
    for (let round = 0; round < 5; round += 1) {
      const id = await inbox.asked(`round ${round}`)
      const [moved] = await Promise.allSettled([
        moveToFaq(inbox.ctx, { id, overrides: {} }),
        deleteQuestion(inbox.ctx, id),
      ])
      if (moved.status === 'rejected') expect(moved.reason).toMatchObject({ code: 'question.not_found' })
      const made = await inbox.count('faqs', `question = 'round ${round}'`)
      expect(made).toBe(moved.status === 'fulfilled' ? 1 : 0)
    }
    const n = await inbox.count('faqs')
    expect(await inbox.count('faqs', `display_order between 1 and ${n}`)).toBe(n)
    expect(await inbox.count('messages')).toBe(0)
  })
})
