import { describe, expect, it } from 'vitest'
import { createTestedWorkspace } from '../../../../tests/support/content/answer-tests.ts'
import { createTestContext, faqInput } from '../../../../tests/support/content/test-context.ts'
import { AppError } from '../../../kernel/app-error.ts'
import { newId } from '../../../kernel/ids.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import type { Mail } from '../../../platform/mail/index.ts'
import type { Generate } from '../../answering/server/index.ts'
import { createFaq, updateFaq } from '../../faqs/server/index.ts'
import { createTexts } from '../../knowledge/server/index.ts'
import { ownersOf } from '../../workspaces/server/index.ts'
import { ANSWER_TESTS_MAX, answerTestInput } from '../contract.ts'
import { makeTestsDue } from './answer-tests.job.ts'
import { listAnswerTests, listCitable } from './answer-tests.queries.ts'
import { deleteAnswerTest, runAllAnswerTests, runAnswerTest, updateAnswerTest } from './edit-answer-tests.ts'
import { failureMailJob } from './failure-mail.job.ts'

const testContext = await createTestContext()

const QUESTION = 'How long can I return an item?'

/** A workspace with a FAQ about returns and some about other things. */
async function shop(options: { generate?: Generate } = {}) {
  const tested = await createTestedWorkspace(testContext, options)
  for (const other of ['Do you ship to Norway?', 'Which colors are there?', 'Where is the factory?'])
    await createFaq(tested.ctx, faqInput({ question: other, answer: `About that: ${other}` }))
  const faq = await createFaq(
    tested.ctx,
    faqInput({ question: QUESTION, answer: 'You have **30 days** to return it.' }),
  )
  return { ...tested, faq }
}

describe('answer tests', () => {
  it('pass when the answer meets all requirements, and store no question', async () => {
    const { test, run, details, faq, count } = await shop()
    const saved = await test(QUESTION, {
      must_contain: ['30 DAYS', '', '30 DAYS'],
      must_cite: { kind: 'faq', id: faq.id },
    })
    expect(saved).toMatchObject({ state: 'new', waiting: true, must_contain: ['30 DAYS'] })
    expect(await run()).toBeNull()
    expect(await details(saved.id)).toMatchObject({
      state: 'passing',
      waiting: false,
      must_cite: { title: QUESTION, gone: false },
      passing: { outcome: 'answered', sources: [{ id: faq.id }] },
      failing: null,
      changes: [],
    })
    expect(await count('messages')).toBe(0)
    expect(await count('audit_log', `action = 'answer_test.created' and subject = '${QUESTION}'`)).toBe(1)
  })

  it('fail after the content has changed, and show both answers and the change', async () => {
    const { ctx, answering, job, test, run, details, faq } = await shop()
    const { id } = await test(QUESTION, { must_contain: ['30 days'] })
    await run()
    await updateFaq(ctx, { id: faq.id, answer: 'You have 14 days to return it.' })
    await createFaq(ctx, faqInput({ question: 'Do you sell vouchers?', answer: 'Yes, in every shop.' }))
    await createFaq(ctx, faqInput({ question: 'Secret plan?', answer: 'Not yet.', status: 'draft' }))
    await makeTestsDue(answering, job)
    await run()
    const failed = await details(id)
    expect(failed).toMatchObject({
      state: 'failing',
      shortfall: { unanswered: false, missing: ['30 days'], uncited: false },
      passing: { text: expect.stringContaining('30 days') },
      failing: { text: 'You have 14 days to return it.' },
    })
    expect(failed.changes.map(({ kind, what, title, involved }) => [kind, what, title, involved])).toEqual([
      ['faq', 'edited', QUESTION, true],
      ['faq', 'published', 'Do you sell vouchers?', false],
    ])
    const failures = () => testContext.receivedEvents.filter(({ type }) => type === 'answer_tests.failed')
    await expect.poll(failures).toMatchObject([{ workspace_id: ctx.workspaceId, id }])
    const sent: Mail[] = []
    const mailer = { send: async (mail: Mail) => void sent.push(mail), check: async () => {}, close: async () => {} }
    const mailJob = failureMailJob({
      services: testContext.services,
      mailer,
      appUrl: new URL('https://help.example.com'),
    })
    const jobRun = { signal: new AbortController().signal, attempt: 1, final: false, jobId: 'j' }
    const [owner] = await systemTransaction(testContext.db, (transaction) => ownersOf(transaction, ctx.workspaceId))
    await mailJob.handler({ workspace_id: ctx.workspaceId, user_id: owner!, test_id: id }, jobRun)
    expect(sent).toMatchObject([{ subject: expect.stringContaining('an answer test fails') }])
    expect(sent[0]?.text).toContain(`- The FAQ “${QUESTION}” was edited`)
    const before = failed.since
    await runAnswerTest(ctx, id)
    await run()
    expect((await details(id)).since).toBe(before)
    expect(failures()).toHaveLength(1)
    await updateFaq(ctx, { id: faq.id, answer: 'You have 30 days to return it.' })
    await runAnswerTest(ctx, id)
    await run()
    expect(await details(id)).toMatchObject({ state: 'passing', failing: null, shortfall: null })
  })

  it('fail when another source answers, or none does', async () => {
    const { ctx, test, run, details, faq } = await shop()
    await createTexts(ctx, [
      {
        title: 'Zephyr guarantee terms',
        content: 'How long does the zephyr guarantee run? The zephyr guarantee runs for two years from the purchase.',
      },
    ])
    const [source] = (await listCitable(ctx, 'terms')).items
    expect(source).toMatchObject({ kind: 'source', title: 'Zephyr guarantee terms' })
    const right = await test('zephyr guarantee terms: how long does the zephyr guarantee run?', {
      must_cite: { kind: 'source', id: source?.id ?? '' },
    })
    const wrong = await test(QUESTION, { must_cite: { kind: 'source', id: source?.id ?? '' } })
    const gone = await test(QUESTION, { must_cite: { kind: 'faq', id: faq.id } })
    await run()
    expect(await details(right.id)).toMatchObject({ state: 'passing' })
    expect(await details(wrong.id)).toMatchObject({ state: 'failing', shortfall: { uncited: true, missing: [] } })
    await updateFaq(ctx, { id: faq.id, status: 'archived' })
    await runAllAnswerTests(ctx)
    await run()
    const failed = await details(gone.id)
    expect(failed).toMatchObject({ state: 'failing', shortfall: { unanswered: true } })
    expect(failed.changes[0]).toMatchObject({ kind: 'faq', what: 'unpublished', id: faq.id, involved: true })
  })

  it('start again with another question, and keep their history with other requirements', async () => {
    const { ctx, test, run, details } = await shop()
    const { id } = await test(QUESTION, { must_contain: ['30 days'] })
    await run()
    const edit = (options: object) =>
      updateAnswerTest(ctx, { id, test: answerTestInput.parse({ question: QUESTION, ...options }) })
    await edit({ must_contain: ['60 days'] })
    await run()
    expect(await details(id)).toMatchObject({
      state: 'failing',
      passing: { text: expect.stringContaining('30 days') },
      changes: [{ kind: 'test', what: 'edited' }],
    })
    await edit({ question: 'Do you ship to Norway?', must_contain: ['Norway'] })
    expect(await details(id)).toMatchObject({ state: 'new', passing: null, failing: null })
  })

  it('run again after a change, and at most once an hour when a model answers', async () => {
    let calls = 0
    const generate: Generate = async function* () {
      calls++
      yield 'You have 30 days to return it [1].'
    }
    const { answering, job, test, run, details } = await shop({ generate })
    const saved = await test(QUESTION, { must_contain: ['30 days'] })
    await run()
    expect(calls).toBe(1)
    await makeTestsDue(answering, job)
    expect(await run()).toBeGreaterThan(3000)
    expect(calls).toBe(1)
    expect(await details(saved.id)).toMatchObject({ state: 'passing', waiting: false })
  })

  it('keep their result while no answer is available', async () => {
    let works = true
    const generate: Generate = async function* () {
      if (!works) throw new AppError('unavailable', 'llm.failed', 'No.')
      yield 'You have 30 days to return it [1].'
    }
    const { ctx, test, run, details } = await shop({ generate })
    const { id } = await test(QUESTION, { must_contain: ['30 days'] })
    await run()
    works = false
    await runAnswerTest(ctx, id)
    await run()
    expect(await details(id)).toMatchObject({ state: 'passing', unavailable: true, failing: null })
  })

  it('record their deletion in the audit log', async () => {
    const { ctx, test, tests, count } = await shop()
    const { id } = await test(QUESTION, { must_contain: ['30 days'] })
    expect(await deleteAnswerTest(ctx, id)).toEqual({ deleted: true })
    expect(await tests()).toEqual([])
    expect(await count('audit_log', "action = 'answer_test.deleted'")).toBe(1)
    await expect(deleteAnswerTest(ctx, id)).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('are not accessible from another workspace', async () => {
    const [mine, other] = [await shop(), await shop()]
    const { id } = await mine.test(QUESTION, { must_contain: ['30 days'] })
    await expect(other.details(id)).rejects.toMatchObject({ kind: 'not_found' })
    await expect(runAnswerTest(other.ctx, id)).rejects.toMatchObject({ kind: 'not_found' })
    await expect(deleteAnswerTest(other.ctx, id)).rejects.toMatchObject({ kind: 'not_found' })
    await expect(other.test(QUESTION, { must_cite: { kind: 'faq', id: mine.faq.id } })).rejects.toMatchObject({
      kind: 'not_found',
    })
    expect(await other.run()).toBeNull()
    expect(await mine.details(id)).toMatchObject({ state: 'new', waiting: true })
    expect((await listCitable(other.ctx, '')).items.map((item) => item.id)).not.toContain(mine.faq.id)
  })

  it('have a maximum number', async () => {
    const { id, ctx, test } = await shop()
    for (let index = 0; index < ANSWER_TESTS_MAX; index++)
      await testContext.services.db.pool.query(
        `insert into answer_tests (workspace_id, id, question) values ('${id}', '${newId()}', 'Question ${index}?')`,
      )
    await expect(test(QUESTION, { must_contain: ['x'] })).rejects.toMatchObject({ code: 'answer_test.limit' })
    const page = await listAnswerTests(ctx, { page: 1, limit: 20 })
    expect(page).toMatchObject({ total: ANSWER_TESTS_MAX, counts: { new: ANSWER_TESTS_MAX, failing: 0 } })
    expect(page.items).toHaveLength(20)
  })
})

describe('the input of an answer test', () => {
  const refused = (options: object) => answerTestInput.safeParse(options).error?.issues[0]?.message
  it.each([
    [{ question: '   ', must_contain: ['x'] }, 'Please enter a question.'],
    [{ question: QUESTION }, 'Enter what the answer must contain or which source it must use.'],
    [
      { question: QUESTION, must_contain: [' ', ''] },
      'Enter what the answer must contain or which source it must use.',
    ],
    [{ question: 'x'.repeat(10_000), must_contain: ['x'] }, 'Please keep this to at most 2,000 characters.'],
    [{ question: QUESTION, must_contain: ['x'.repeat(201)] }, 'Please keep this to at most 200 characters.'],
    [
      { question: QUESTION, must_contain: Array.from({ length: 11 }, (_, index) => `${index}`) },
      'Please enter at most 10 phrases.',
    ],
  ])('is refused with a sentence', (input, message) => expect(refused(input)).toBe(message))

  it('may contain HTML, which stays text', async () => {
    const { test, run, details } = await shop()
    const { id } = await test('<script>alert(1)</script> return an item?', { must_contain: ['<b>30 days</b>'] })
    await run()
    expect(await details(id)).toMatchObject({ state: 'failing', shortfall: { missing: ['<b>30 days</b>'] } })
  })
})
