// Unusual input: a gap of five thousand, ten languages at once, and swear words.
import { beforeAll, describe, expect, it } from 'vitest'
import { createGapInbox, followQuestions, type GapInbox } from '../../../../tests/support/content/gaps.ts'
import { createTestContext, faqInput, type TestContext } from '../../../../tests/support/content/test-context.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import { createTexts } from '../../knowledge/server/index.ts'
import { addAlternatives, createGapFaq } from './answer-gap.ts'
import { recountGaps } from './count-gaps.ts'
import { dismissGap, reopenGap } from './dismiss-gap.ts'
import { draftFaq } from './draft-faq.ts'
import { mergeGaps, unmergeGap } from './merge-gaps.ts'
import { splitGap } from './move-phrasings.ts'

let testContext: TestContext
beforeAll(async () => {
  testContext = await createTestContext()
  followQuestions(testContext)
})

const MANY = 5_000
const PHRASINGS = ['How do I get', 'I want', 'Can I get', 'Where do I ask for', 'How can I request'].flatMap((asks) =>
  ['?', ' please?', ' today?', ' quickly?', ' online?', ' by card?', ' by phone?', ' as cash?'].map(
    (end) => `${asks} a refund${end}`,
  ),
)

/** Five thousand questions of half as many visitors, put in forty ways, asked over ten days. */
const askMany = (inbox: GapInbox) =>
  systemTransaction(testContext.db, async (transaction) => {
    const ways = PHRASINGS.map((text) => `'${text}'`).join(', ')
    await transaction.execute(`
      insert into messages (workspace_id, id, conversation_id, question, answer, outcome, created_at)
      select '${inbox.id}', ('0199a000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid,
             ('0199a000-0000-7000-9000-' || lpad(to_hex(i / 2), 12, '0'))::uuid,
             (array[${ways}])[i % ${PHRASINGS.length} + 1], 'Nothing.', 'refused', now() - (i % 10) * interval '1 day'
      from generate_series(0, ${MANY - 1}) as i`)
    await transaction.execute(`
      insert into gap_questions (workspace_id, message_id, visitor_id, asked_at)
      select workspace_id, id, conversation_id, created_at from messages where workspace_id = '${inbox.id}'`)
  })

it('a gap with five thousand phrasings is grouped, counted, drafted, verified, split, merged, dismissed and recounted', async () => {
  const inbox = await createGapInbox(testContext)
  await askMany(inbox)
  expect(await inbox.assign()).toBe(MANY)
  const gaps = await inbox.gaps()
  for (const other of gaps.slice(1)) await mergeGaps(inbox.ctx, { id: other.id, into_id: gaps[0]!.id })
  const [gap] = await inbox.gaps()
  expect(gap).toMatchObject({ asked: MANY, visitors: MANY / 2 })
  const id = gap!.id
  const ways = (await Promise.all([1, 2].map((page) => inbox.phrasings(id, page)))).flat()
  expect(ways.map(({ asked }) => asked)).toEqual(PHRASINGS.map(() => MANY / PHRASINGS.length))

  await createTexts(inbox.ctx, [{ title: 'Refunds', content: 'To get a refund, write to us within 30 days.' }])
  const draft = await draftFaq(inbox.answering, inbox.ctx, id)
  expect(PHRASINGS).toContain(draft.question)
  expect(draft.alternative_questions.length).toBeLessThanOrEqual(12)
  expect(draft.answer).toContain('write to us within 30 days')

  const saved = await createGapFaq(inbox.ctx, { id, faq: faqInput({ ...draft, status: 'published' }) })
  await inbox.verify(id)
  const { verification } = await inbox.gap(id)
  // Each way of asking once, however often it was asked.
  expect(verification.asked).toBe(PHRASINGS.length)
  const failing = (await inbox.phrasings(id)).filter((one) => one.verification === 'failed')
  expect(failing.length).toBe(Math.min(verification.failed, 20))
  const remedy = { id, faq_id: saved.id, phrasing_ids: failing.map((one) => one.id) }
  if (failing.length > 0) await addAlternatives(inbox.ctx, remedy, async () => [])

  const apart = await splitGap(inbox.ctx, { id, phrasing_ids: ways.slice(0, 3).map((one) => one.id) })
  expect(apart.asked).toBe((3 * MANY) / PHRASINGS.length)
  await mergeGaps(inbox.ctx, { id: apart.id, into_id: id })
  expect(await inbox.gap(id)).toMatchObject({ asked: MANY })
  await unmergeGap(inbox.ctx, apart.id)
  expect(await inbox.gap(apart.id)).toMatchObject({ asked: (3 * MANY) / PHRASINGS.length })
  expect(await dismissGap(inbox.ctx, { id, reason: 'other', note: '' })).toMatchObject({ state: 'dismissed' })
  expect(await reopenGap(inbox.ctx, id)).toMatchObject({ state: 'open' })

  await systemTransaction(testContext.db, (transaction) =>
    transaction.execute(`delete from messages where workspace_id = '${inbox.id}' and question <> '${PHRASINGS[0]}'`),
  )
  await recountGaps(inbox.ctx)
  const left = await inbox.gaps()
  expect(left.reduce((sum, { asked }) => sum + asked, 0)).toBe(MANY / PHRASINGS.length)
}, 240_000)

describe('drafts in ten languages', () => {
  const ANSWERS: [string, string, string][] = [
    ['How do I cancel my subscription?', 'cancel my subscription please', 'To cancel your subscription, open Billing.'],
    [
      'Wie kündige ich mein Abonnement?',
      'Abonnement kündigen, wie',
      'Um Ihr Abonnement zu kündigen, öffnen Sie Konto.',
    ],
    ['Comment résilier mon abonnement ?', 'résilier mon abonnement', 'Pour résilier votre abonnement, ouvrez Compte.'],
    ['¿Cómo cancelo mi suscripción?', 'quiero cancelar la suscripción', 'Para cancelar la suscripción, abra Cuenta.'],
    ['Come disdico il mio abbonamento?', 'disdire abbonamento', 'Per disdire il tuo abbonamento apri Profilo.'],
    ['Как отменить подписку?', 'отменить мою подписку', 'Чтобы отменить подписку, откройте Счёт.'],
    ['サブスクリプションを解約するには？', 'サブスクリプションの解約', 'サブスクリプションの解約は設定からできます。'],
    ['如何取消订阅？', '取消订阅', '取消订阅请打开账户。'],
    ['كيف ألغي اشتراكي؟', 'أريد أن ألغي اشتراكي', 'ألغي اشتراكي من صفحة الحساب.'],
    ['सदस्यता कैसे रद्द करें?', 'सदस्यता रद्द', 'सदस्यता रद्द करने के लिए खाता खोलें।'],
  ]

  it('contain only their own language in question, alternatives and answer', async () => {
    const inbox = await createGapInbox(testContext)
    for (const [first, second] of ANSWERS) for (const question of [first, second]) await inbox.failed(question)
    await inbox.assign()
    await createTexts(
      inbox.ctx,
      ANSWERS.map(([title, , content]) => ({ title, content })),
    )
    const gaps = await inbox.gaps()
    expect(gaps).toHaveLength(ANSWERS.length)
    for (const [first, second, answer] of ANSWERS) {
      const gap = gaps.find(({ question }) => question === first || question === second)
      const draft = await draftFaq(inbox.answering, inbox.ctx, gap?.id ?? '')
      expect([first, second]).toContain(draft.question)
      for (const other of draft.alternative_questions) expect([first, second]).toContain(other)
      expect(draft.answer).toBe(answer)
    }
  })
})

describe('swear words and personal data', () => {
  const PERSONAL = /mia@|DE89|4111|123 ?45 ?67|fuck|scheiß|putain/i

  it('are in no draft, however frequent the phrasing is', async () => {
    const inbox = await createGapInbox(testContext)
    for (const question of [
      'where is my fucking refund',
      'where is my fucking refund',
      'refund to mia@example.com please, where is it',
      'where is my refund, IBAN DE89 3704 0044 0532 0130 00',
      'where is my refund for card 4111 1111 1111 1111',
      'where is my refund? call +49 30 123 45 67',
      'Where is my refund?',
    ])
      await inbox.failed(question)
    await inbox.assign()
    const gaps = await inbox.gaps()
    for (const { id } of gaps) {
      const draft = await draftFaq(inbox.answering, inbox.ctx, id)
      expect([draft.question, ...draft.alternative_questions].join('\n')).not.toMatch(PERSONAL)
    }
  })

  it('are masked in alternative questions of a FAQ', async () => {
    const inbox = await createGapInbox(testContext)
    await inbox.failed('putain, where is the refund for mia@example.com')
    await inbox.assign()
    const [gap] = await inbox.gaps()
    const { id } = gap!
    const { id: faqId } = await createGapFaq(inbox.ctx, {
      id,
      faq: faqInput({ question: 'Refunds?', status: 'draft' }),
    })
    const [phrasing] = await inbox.phrasings(id)
    await addAlternatives(inbox.ctx, { id, faq_id: faqId, phrasing_ids: [phrasing!.id] }, async () => [])
    expect(
      await inbox.count(
        'faqs',
        `id = '${faqId}' and '***, where is the refund for [email]' = any(alternative_questions)`,
      ),
    ).toBe(1)
  })
})
