import { beforeAll, describe, expect, it } from 'vitest'
import { createLoopInbox, followQuestions } from '../../../../tests/support/content/loop.ts'
import { createWorld, type World } from '../../../../tests/support/content/test-context.ts'
import { newId } from '../../../kernel/ids.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import { deleteAllQuestions, recordVote } from '../../questions/server/index.ts'
import { EXEMPLARS_MAX } from '../domain/grouping.ts'
import { recountGroups } from './count-groups.ts'
import { dismissGroup, reopenGroup } from './dismiss-group.ts'
import { takeOutOfLine } from './follow-questions.ts'
import { groupDetails } from './groups.queries.ts'
import { mergeGroups, unmergeGroup } from './merge-groups.ts'
import { splitGroup } from './split-group.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  followQuestions(world)
})

const REFUNDS = ['How do I get a refund?', 'I want a refund, how?', 'how can i request a refund']
const PARCELS = ['Can you ship parcels to Norway?', 'Do you ship to Norway', 'shipping to norway possible?']

describe('groups', () => {
  it('hold what means the same, ranked by visitors, and know nothing of what was answered', async () => {
    const inbox = await createLoopInbox(world)
    for (const question of [...REFUNDS, PARCELS[0] ?? '', PARCELS[1] ?? '']) await inbox.failed(question)
    await inbox.asked('What are your opening hours?')
    await inbox.downVoted('Shipping to Norway possible?')
    await inbox.failed('HOW DO I GET A REFUND')
    await inbox.place()
    const groups = await inbox.groups()
    expect(groups.map(({ asked, visitors }) => [asked, visitors])).toEqual([
      [4, 4],
      [3, 3],
    ])
    expect(groups[0]?.question.toLowerCase()).toContain('refund')
    expect(groups[0]?.trend).toEqual({ now: 4, before: 0 })
    expect((await inbox.phrasings(groups[0]?.id ?? '')).map(({ asked }) => asked)).toEqual([2, 1, 1])
    expect((await inbox.phrasings(groups[1]?.id ?? '')).filter(({ down_voted }) => down_voted)).toHaveLength(1)
  })

  it('are joined live by later questions, and are the same whatever the batches', async () => {
    const [at_once, one_by_one] = [await createLoopInbox(world), await createLoopInbox(world)]
    const asked = REFUNDS.flatMap((refund, index) => [refund, PARCELS[index] ?? ''])
    for (const question of asked) await at_once.failed(question)
    await at_once.place()
    for (const question of asked) {
      await one_by_one.failed(question)
      await one_by_one.place()
    }
    const shape = (groups: { question: string; asked: number }[]) =>
      groups.map(({ question, asked }) => [question, asked])
    expect(shape(await one_by_one.groups())).toEqual(shape(await at_once.groups()))
    expect(await at_once.groups()).toHaveLength(2)
  })

  it('count a visitor once, and see how interest grows', async () => {
    const inbox = await createLoopInbox(world)
    const conversation_id = newId()
    for (const question of REFUNDS) await inbox.failed(question, { conversation_id })
    await inbox.failed('refund how')
    await inbox.place()
    await world.db.pool.query(
      `update grouped_questions set asked_at = now() - interval '10 days' where workspace_id = $1 and visitor_id = $2`,
      [inbox.id, conversation_id],
    )
    expect(await inbox.groups()).toMatchObject([{ asked: 4, visitors: 2, trend: { now: 1, before: 1 } }])
  })

  it('keep ten languages apart, and work in each', async () => {
    const inbox = await createLoopInbox(world)
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
    await inbox.place()
    expect((await inbox.groups()).map(({ asked }) => asked)).toEqual(pairs.map(() => 2))
  })

  it('are joined by what is near in meaning without a word in common, where there are embeddings', async () => {
    // Refunds point one way, parcels another; between the two there is nothing.
    const vectorOf = (text: string) => (/refund|geld|remboursement/i.test(text) ? [1, 0.05, 0] : [0, 0.05, 1])
    const inbox = await createLoopInbox(world, {
      meaning: {
        served: async () => ({ model: 'stand-in', version: '1' }),
        embedQuestion: async ({ model }, text) => ({ model, vector: vectorOf(text) }),
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
    await inbox.place()
    expect((await inbox.groups()).map(({ asked }) => asked)).toEqual([3, 2])
  })

  it('stand any text', async () => {
    const inbox = await createLoopInbox(world)
    for (const question of ['???', '👩‍👩‍👧', 'x'.repeat(2000), 'a', '   ', '%_\\', "'; drop table messages; --"])
      await inbox.failed(question)
    await inbox.place()
    expect((await inbox.groups()).reduce((sum, { asked }) => sum + asked, 0)).toBe(7)
  })

  it('compare a new question with some of a large group, and hold all of it', async () => {
    const inbox = await createLoopInbox(world)
    for (let index = 0; index < EXEMPLARS_MAX + 6; index++)
      await inbox.failed(`How do I get a refund for order ${1000 + index}?`)
    await inbox.place()
    const [group] = await inbox.groups()
    expect(group?.asked).toBe(EXEMPLARS_MAX + 6)
    expect(await inbox.count('grouped_questions', 'exemplar')).toBe(EXEMPLARS_MAX)
    expect(await inbox.phrasings(group?.id ?? '', 2)).toHaveLength(10)
  })

  it('are left by a question whose vote is taken back, and by what is deleted', async () => {
    const inbox = await createLoopInbox(world)
    const id = await inbox.downVoted('Where is my parcel?')
    await inbox.failed('How do I get a refund?')
    await inbox.place()
    expect(await inbox.groups()).toHaveLength(2)
    await recordVote(inbox.ctx, { id, vote: null })
    expect(await systemTransaction(world.db, (transaction) => takeOutOfLine(transaction, inbox.id, id))).toBe(true)
    await recountGroups(inbox.ctx)
    expect((await inbox.groups()).map(({ question }) => question)).toEqual(['How do I get a refund?'])
    await deleteAllQuestions(inbox.ctx)
    await recountGroups(inbox.ctx)
    expect(await inbox.groups()).toEqual([])
    for (const table of ['question_groups', 'grouped_questions', 'question_terms'])
      expect(await inbox.count(table)).toBe(0)
  })
})

describe('what people do to groups', () => {
  const two = async () => {
    const inbox = await createLoopInbox(world)
    for (const question of [...REFUNDS, ...PARCELS.slice(0, 2)]) await inbox.failed(question)
    await inbox.place()
    const [refunds, parcels] = await inbox.groups()
    if (!refunds || !parcels) throw new Error('two groups were expected')
    return { inbox, refunds, parcels }
  }

  it('merges them, and takes it back', async () => {
    const { inbox, refunds, parcels } = await two()
    expect(await mergeGroups(inbox.ctx, { id: parcels.id, into_id: refunds.id })).toMatchObject({
      id: refunds.id,
      asked: 5,
    })
    await expect(groupDetails(inbox.ctx, parcels.id)).rejects.toMatchObject({ code: 'group.not_found' })
    await inbox.failed('shipping to norway possible?')
    await inbox.place()
    expect(await inbox.groups()).toMatchObject([{ id: refunds.id, asked: 6 }])
    expect(await unmergeGroup(inbox.ctx, parcels.id)).toMatchObject({ id: parcels.id, asked: 3, state: 'open' })
    expect(await inbox.group(refunds.id)).toMatchObject({ asked: 3 })
    await expect(unmergeGroup(inbox.ctx, parcels.id)).rejects.toMatchObject({ kind: 'not_found' })
    await expect(mergeGroups(inbox.ctx, { id: refunds.id, into_id: refunds.id })).rejects.toMatchObject({
      code: 'loop.same_group',
    })
  })

  it('splits them, and new questions go where their likes went', async () => {
    const { inbox, refunds, parcels } = await two()
    await mergeGroups(inbox.ctx, { id: parcels.id, into_id: refunds.id })
    const norway = (await inbox.phrasings(refunds.id)).filter(({ question }) => /norway/i.test(question))
    const made = await splitGroup(inbox.ctx, { id: refunds.id, phrasing_ids: norway.map(({ id }) => id) })
    expect(made).toMatchObject({ asked: 2, state: 'open' })
    await inbox.failed('shipping to norway possible?')
    await inbox.place()
    expect(await inbox.group(made.id)).toMatchObject({ asked: 3 })
    expect(await inbox.group(refunds.id)).toMatchObject({ asked: 3 })
    const all = (await inbox.phrasings(made.id)).map(({ id }) => id)
    await expect(splitGroup(inbox.ctx, { id: made.id, phrasing_ids: all })).rejects.toMatchObject({
      code: 'loop.nothing_left',
    })
    await expect(splitGroup(inbox.ctx, { id: made.id, phrasing_ids: [newId()] })).rejects.toMatchObject({
      kind: 'not_found',
    })
  })

  it('dismisses them with a reason; what is asked later stays dismissed until somebody takes it back', async () => {
    const { inbox, parcels } = await two()
    await dismissGroup(inbox.ctx, { id: parcels.id, reason: 'not_planned', note: 'Only the EU.' })
    await inbox.failed('Shipping to Norway possible?')
    await inbox.place()
    expect(await inbox.groups('dismissed')).toMatchObject([
      { asked: 3, dismissed: { reason: 'not_planned', note: 'Only the EU.', by: 'Test Person' } },
    ])
    expect(await inbox.counts()).toEqual({ open: 1, resolved: 0, dismissed: 1 })
    expect(await reopenGroup(inbox.ctx, parcels.id)).toMatchObject({ state: 'open', dismissed: null })
  })

  it('is for one’s own groups', async () => {
    const { refunds, parcels } = await two()
    const other = await createLoopInbox(world)
    await other.failed('Anything?')
    await other.place()
    const [own] = await other.groups()
    for (const act of [
      () => groupDetails(other.ctx, refunds.id),
      () => mergeGroups(other.ctx, { id: refunds.id, into_id: parcels.id }),
      () => mergeGroups(other.ctx, { id: own?.id ?? '', into_id: parcels.id }),
      () => dismissGroup(other.ctx, { id: refunds.id, reason: 'spam', note: '' }),
      () => splitGroup(other.ctx, { id: refunds.id, phrasing_ids: [newId()] }),
    ])
      await expect(act()).rejects.toMatchObject({ code: 'group.not_found' })
  })
})
