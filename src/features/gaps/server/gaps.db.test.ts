import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { createGapInbox, followQuestions } from '../../../../tests/support/content/gaps.ts'
import { createTestContext, type TestContext } from '../../../../tests/support/content/test-context.ts'
import { newId } from '../../../kernel/ids.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import { deleteAllQuestions, recordVote } from '../../questions/server/index.ts'
import { MAX_EXEMPLARS } from '../domain/grouping.ts'
import { recountGaps } from './count-gaps.ts'
import { dismissGap, reopenGap } from './dismiss-gap.ts'
import { gapDetails } from './gaps.queries.ts'
import { gaps } from './gaps.table.ts'
import { withdrawFromGrouping } from './grouping-queue.ts'
import { mergeGaps, unmergeGap } from './merge-gaps.ts'
import { movePhrasings, splitGap } from './move-phrasings.ts'

let testContext: TestContext
beforeAll(async () => {
  testContext = await createTestContext()
  followQuestions(testContext)
})

const REFUNDS = ['How do I get a refund?', 'I want a refund, how?', 'how can i request a refund']
const PARCELS = ['Can you ship parcels to Norway?', 'Do you ship to Norway', 'shipping to norway possible?']

describe('gaps', () => {
  it('contain questions with the same meaning, ranked by visitors, and no answered ones', async () => {
    const inbox = await createGapInbox(testContext)
    for (const question of [...REFUNDS, PARCELS[0] ?? '', PARCELS[1] ?? '']) await inbox.failed(question)
    await inbox.asked('What are your opening hours?')
    await inbox.downVoted('Shipping to Norway possible?')
    await inbox.failed('HOW DO I GET A REFUND')
    await inbox.assign()
    const gaps = await inbox.gaps()
    expect(gaps.map(({ asked, visitors }) => [asked, visitors])).toEqual([
      [4, 4],
      [3, 3],
    ])
    expect(gaps[0]?.question.toLowerCase()).toContain('refund')
    expect(gaps[0]?.trend).toEqual({ now: 4, before: 0 })
    expect((await inbox.phrasings(gaps[0]?.id ?? '')).map(({ asked }) => asked)).toEqual([2, 1, 1])
    expect((await inbox.phrasings(gaps[1]?.id ?? '')).filter(({ down_voted }) => down_voted)).toHaveLength(1)
  })

  it('include later questions immediately, and do not depend on batch sizes', async () => {
    const [at_once, one_by_one] = [await createGapInbox(testContext), await createGapInbox(testContext)]
    const asked = REFUNDS.flatMap((refund, index) => [refund, PARCELS[index] ?? ''])
    for (const question of asked) await at_once.failed(question)
    await at_once.assign()
    for (const question of asked) {
      await one_by_one.failed(question)
      await one_by_one.assign()
    }
    const shape = (gaps: { question: string; asked: number }[]) => gaps.map(({ question, asked }) => [question, asked])
    expect(shape(await one_by_one.gaps())).toEqual(shape(await at_once.gaps()))
    expect(await at_once.gaps()).toHaveLength(2)
  })

  it('count each visitor once and show the trend', async () => {
    const inbox = await createGapInbox(testContext)
    const conversation_id = newId()
    for (const question of REFUNDS) await inbox.failed(question, { conversation_id })
    await inbox.failed('refund how')
    await inbox.assign()
    await testContext.db.pool.query(
      `update gap_questions set asked_at = now() - interval '10 days' where workspace_id = $1 and visitor_id = $2`,
      [inbox.id, conversation_id],
    )
    expect(await inbox.gaps()).toMatchObject([{ asked: 4, visitors: 2, trend: { now: 1, before: 1 } }])
  })

  it('separate ten languages and work in each', async () => {
    const inbox = await createGapInbox(testContext)
    const pairs = [
      ['How do I cancel my subscription?', 'cancel my subscription please'],
      ['Wie kündige ich mein Abonnement?', 'Abonnement kündigen, wie geht das'],
      ['Comment résilier mon abonnement ?', 'je veux résilier mon abonnement'],
      ['¿Cómo cancelo mi suscripción?', 'quiero cancelar la suscripción'],
      ['Come disdico il mio abbonamento?', 'disdire abbonamento'],
      ['Как отменить подписку?', 'отменить мою подписку'],
      ['サブスクリプションを解約するには？', 'サブスクリプションの解約'],
      ['如何取消订阅？', '取消订阅'],
      ['كيف ألغي اشتراكي؟', 'أريد أن ألغي اشتراكي'],
      ['सदस्यता कैसे रद्द करें?', 'सदस्यता रद्द'],
    ]
    for (const pair of pairs) for (const question of pair) await inbox.failed(question)
    await inbox.assign()
    expect((await inbox.gaps()).map(({ asked }) => asked)).toEqual(pairs.map(() => 2))
  })

  it('include questions with a similar meaning without a common word, when there are embeddings', async () => {
    // Refunds point one way, parcels another; between the two there is nothing.
    const vectorOf = (text: string) => (/refund|geld|remboursement/i.test(text) ? [1, 0.05, 0] : [0, 0.05, 1])
    const inbox = await createGapInbox(testContext, {
      semantic: {
        served: async () => ({ model: 'fake-model', version: '1', weight: 1, reach: null }),
        embedQuestion: async (served, text) => ({ embedding: { served, vector: vectorOf(text) }, isMissing: false }),
      },
    })
    for (const question of [
      'How do I get a refund?',
      'Where is my parcel?',
      'Wann kommt mein Geld zurück?',
      'Wo bleibt das Paket?',
    ])
      await inbox.failed(question)
    await inbox.failed('Un remboursement est-il possible ?')
    await inbox.assign()
    expect((await inbox.gaps()).map(({ asked }) => asked)).toEqual([3, 2])
  })

  it('accept any text', async () => {
    const inbox = await createGapInbox(testContext)
    for (const question of ['???', '👩‍👩‍👧', 'x'.repeat(2000), 'a', '   ', '%_\\', "'; drop table messages; --"])
      await inbox.failed(question)
    await inbox.assign()
    expect((await inbox.gaps()).reduce((sum, { asked }) => sum + asked, 0)).toBe(7)
  })

  it('compare a new question with a sample of a large gap, and keep all of its phrasings', async () => {
    const inbox = await createGapInbox(testContext)
    for (let index = 0; index < MAX_EXEMPLARS + 6; index++)
      await inbox.failed(`How do I get a refund for order ${1000 + index}?`)
    await inbox.assign()
    const [gap] = await inbox.gaps()
    expect(gap?.asked).toBe(MAX_EXEMPLARS + 6)
    expect(await inbox.phrasings(gap?.id ?? '', 2)).toHaveLength(10)
  })

  it('lose a question that its visitor marks as answered by a shown section', async () => {
    const inbox = await createGapInbox(testContext)
    const sources = [{ kind: 'faq' as const, id: newId(), title: 'Parcels', url: null, excerpt: '' }]
    const id = await inbox.failed('Where is my parcel?', { outcome: 'suggested', sources })
    const leave = () =>
      systemTransaction(testContext.db, (transaction) => withdrawFromGrouping(transaction, inbox.id, id))
    const vote = (choice: 'up' | 'down') => recordVote(inbox.ctx, { id, suggestionId: sources[0]?.id, vote: choice })
    await vote('down')
    expect(await leave()).toBe(false)
    await vote('up')
    expect(await leave()).toBe(true)
  })

  it('lose a question whose vote is withdrawn or that is deleted', async () => {
    const inbox = await createGapInbox(testContext)
    const id = await inbox.downVoted('Where is my parcel?')
    await inbox.failed('How do I get a refund?')
    await inbox.assign()
    expect(await inbox.gaps()).toHaveLength(2)
    await recordVote(inbox.ctx, { id, vote: null })
    expect(
      await systemTransaction(testContext.db, (transaction) => withdrawFromGrouping(transaction, inbox.id, id)),
    ).toBe(true)
    await recountGaps(inbox.ctx)
    expect((await inbox.gaps()).map(({ question }) => question)).toEqual(['How do I get a refund?'])
    await deleteAllQuestions(inbox.ctx)
    await recountGaps(inbox.ctx)
    expect(await inbox.gaps()).toEqual([])
    for (const table of ['gaps', 'gap_questions']) expect(await inbox.count(table)).toBe(0)
  })
})

describe('corrections of gaps', () => {
  const two = async () => {
    const inbox = await createGapInbox(testContext)
    for (const question of [...REFUNDS, ...PARCELS.slice(0, 2)]) await inbox.failed(question)
    await inbox.assign()
    const [refunds, parcels] = await inbox.gaps()
    if (!refunds || !parcels) throw new Error('two gaps were expected')
    return { inbox, refunds, parcels }
  }

  it('merge them, and can be undone', async () => {
    const { inbox, refunds, parcels } = await two()
    expect(await mergeGaps(inbox.ctx, { id: parcels.id, into_id: refunds.id })).toMatchObject({
      id: refunds.id,
      asked: 5,
    })
    await expect(gapDetails(inbox.ctx, parcels.id)).rejects.toMatchObject({ code: 'gap.not_found' })
    await inbox.failed('shipping to norway possible?')
    await inbox.assign()
    expect(await inbox.gaps()).toMatchObject([{ id: refunds.id, asked: 6 }])
    expect(await unmergeGap(inbox.ctx, parcels.id)).toMatchObject({ id: parcels.id, asked: 3, state: 'open' })
    expect(await inbox.gap(refunds.id)).toMatchObject({ asked: 3 })
    await expect(unmergeGap(inbox.ctx, parcels.id)).rejects.toMatchObject({ kind: 'not_found' })
    await expect(mergeGaps(inbox.ctx, { id: refunds.id, into_id: refunds.id })).rejects.toMatchObject({
      code: 'gap.same_gap',
    })
  })

  it('split them, and new questions join the most similar part', async () => {
    const { inbox, refunds, parcels } = await two()
    await mergeGaps(inbox.ctx, { id: parcels.id, into_id: refunds.id })
    const norway = (await inbox.phrasings(refunds.id)).filter(({ question }) => /norway/i.test(question))
    const made = await splitGap(inbox.ctx, { id: refunds.id, phrasing_ids: norway.map(({ id }) => id) })
    expect(made).toMatchObject({ asked: 2, state: 'open' })
    await inbox.failed('shipping to norway possible?')
    await inbox.assign()
    expect(await inbox.gap(made.id)).toMatchObject({ asked: 3 })
    expect(await inbox.gap(refunds.id)).toMatchObject({ asked: 3 })
    const all = (await inbox.phrasings(made.id)).map(({ id }) => id)
    await expect(splitGap(inbox.ctx, { id: made.id, phrasing_ids: all })).rejects.toMatchObject({
      code: 'gap.nothing_left',
    })
    await expect(splitGap(inbox.ctx, { id: made.id, phrasing_ids: [newId()] })).rejects.toMatchObject({
      kind: 'not_found',
    })
  })

  it('move a phrasing to another gap, which later grouping keeps', async () => {
    const { inbox, refunds, parcels } = await two()
    const stray = (await inbox.phrasings(refunds.id)).find(({ question }) => question === 'I want a refund, how?')!
    const input = { id: refunds.id, into_id: parcels.id, phrasing_ids: [stray.id] }
    expect(await movePhrasings(inbox.ctx, input)).toMatchObject({ id: parcels.id, asked: 3 })
    for (const question of ['refund wanted, how', 'i want my refund', 'is shipping to norway possible'])
      await inbox.failed(question)
    await inbox.assign()
    expect((await inbox.phrasings(parcels.id)).map(({ question }) => question)).toContain(stray.question)
    expect((await inbox.phrasings(refunds.id)).map(({ question }) => question)).not.toContain(stray.question)
    await expect(movePhrasings(inbox.ctx, { ...input, into_id: refunds.id })).rejects.toMatchObject({
      code: 'gap.same_gap',
    })
  })

  it('keep platforms and negations separate, however similar the words are', async () => {
    const inbox = await createGapInbox(testContext)
    for (const question of ['How do I install the app on my iPhone?', 'How do I install the app on Android?'])
      await inbox.failed(question)
    await inbox.failed('Why does the app not start?')
    await inbox.failed('Why does the app start?')
    await inbox.assign()
    expect(await inbox.gaps()).toHaveLength(4)
  })

  it('dismiss them with a reason, and later questions stay dismissed until a member reopens the gap', async () => {
    const { inbox, parcels } = await two()
    await dismissGap(inbox.ctx, { id: parcels.id, reason: 'not_planned', note: 'Only the EU.' })
    await inbox.failed('Shipping to Norway possible?')
    await inbox.assign()
    expect(await inbox.gaps('dismissed')).toMatchObject([
      { asked: 3, dismissed: { reason: 'not_planned', note: 'Only the EU.', by: 'Test Person' } },
    ])
    expect(await inbox.counts()).toEqual({ open: 1, resolved: 0, dismissed: 1 })
    expect(await reopenGap(inbox.ctx, parcels.id)).toMatchObject({ state: 'open', dismissed: null })
  })

  it('never merge open gaps into dismissed ones', async () => {
    const { inbox, refunds } = await two()
    const [stray] = await inbox.phrasings(refunds.id)
    const open = await splitGap(inbox.ctx, { id: refunds.id, phrasing_ids: [stray!.id] })
    await systemTransaction(testContext.db, (tx) =>
      tx
        .update(gaps)
        .set({ isCorrected: false })
        .where(and(eq(gaps.workspaceId, inbox.id), eq(gaps.id, open.id))),
    )
    await dismissGap(inbox.ctx, { id: refunds.id, reason: 'not_planned', note: '' })
    await inbox.failed('What are your opening hours?')
    await inbox.assign()
    expect((await inbox.phrasings(open.id)).map(({ question }) => question)).toEqual([stray!.question])
  })

  it('are refused for gaps of another workspace', async () => {
    const { refunds, parcels } = await two()
    const other = await createGapInbox(testContext)
    await other.failed('Anything?')
    await other.assign()
    const [own] = await other.gaps()
    for (const act of [
      () => gapDetails(other.ctx, refunds.id),
      () => mergeGaps(other.ctx, { id: refunds.id, into_id: parcels.id }),
      () => mergeGaps(other.ctx, { id: own?.id ?? '', into_id: parcels.id }),
      () => dismissGap(other.ctx, { id: refunds.id, reason: 'spam', note: '' }),
      () => splitGap(other.ctx, { id: refunds.id, phrasing_ids: [newId()] }),
    ])
      await expect(act()).rejects.toMatchObject({ code: 'gap.not_found' })
  })
})
