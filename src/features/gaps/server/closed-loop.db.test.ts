// The whole loop: visitors find no answer, their questions become gaps, each gap gets a draft and a FAQ, and closes.
import { expect, it } from 'vitest'
import { createGapInbox, followQuestions } from '../../../../tests/support/content/gaps.ts'
import { createWorld, faqInput } from '../../../../tests/support/content/test-context.ts'
import { askInput } from '../../answering/contract.ts'
import { answerQuestion } from '../../answering/server/answer-question.ts'
import { createFaq } from '../../faqs/server/index.ts'
import { createTexts } from '../../knowledge/server/index.ts'
import { createGapFaq } from './answer-gap.ts'
import { draftFaq } from './draft-faq.ts'

/** FAQs that are near some of the questions and answer none of them. */
const NEIGHBORS = [
  ['How do I install the app on Windows?', 'Run the installer from the downloads page. Windows 10 is required.'],
  ['How do I share a notebook?', 'Press Share and enter email addresses.'],
  ['How do I change my email address?', 'Open Account and press Change.'],
  ['What does the Plus plan cost?', 'Plus costs €4 a month.'],
  ['How large may an attachment be?', 'An attachment may have up to 25 MB.'],
] as const

interface Cluster {
  asked: readonly string[]
  /** Answered by a text that is added later; null where the team has to write the answer. */
  text: string | null
  /** Words of the right answer. */
  answer: string
}
const CLUSTERS: readonly Cluster[] = [
  {
    asked: [
      'How do I get a refund?',
      'I want a refund, how?',
      'how can i request a refund',
      'refund how does it work',
      'Can I get a refund please?',
    ],
    text: 'To get a refund, write to us within 30 days of your order.',
    answer: 'write to us within 30 days',
  },
  {
    asked: [
      'Where is the warehouse?',
      'where is your warehouse',
      'warehouse where is it?',
      'where can I find the warehouse',
      'Where exactly is the warehouse located?',
    ],
    text: 'The warehouse is located in Bremen, beside the harbor.',
    answer: 'in Bremen',
  },
  {
    asked: [
      'Do you have gift vouchers?',
      'are there gift vouchers',
      'gift vouchers?',
      'can I buy gift vouchers',
      'where do I buy gift vouchers?',
    ],
    text: 'You can buy gift vouchers in the shop under Vouchers.',
    answer: 'under Vouchers',
  },
  {
    asked: [
      'Is there a dark theme?',
      'dark theme',
      'how do I turn the dark theme on',
      'can I use a dark theme?',
      'switch to the dark theme',
    ],
    text: 'To use the dark theme, open Appearance and choose Dark.',
    answer: 'choose Dark',
  },
  {
    asked: [
      'Who founded the company?',
      'who are the founders',
      'who founded it?',
      'when was it founded and who founded the company',
      'founders of the company?',
    ],
    text: null,
    answer: 'Founded by two sisters in 2014.',
  },
  {
    asked: [
      'How do I cancel my subscription?',
      'cancel subscription',
      'how can I cancel the subscription',
      'I want to cancel my subscription',
      'subscription cancel how?',
    ],
    text: 'To cancel your subscription, open Billing and press Cancel subscription.',
    answer: 'press Cancel subscription',
  },
  {
    asked: [
      'Do you offer student discounts?',
      'student discounts?',
      'is there a student discount',
      'student discount how',
      'what student discount do you offer',
    ],
    text: null,
    answer: 'Students pay half.',
  },
  // Near the FAQ about Windows, which must not answer it.
  {
    asked: [
      'How do I install the app on Linux?',
      'install app linux',
      'can I install the app on Linux?',
      'how to install on linux',
      'Linux app install?',
    ],
    text: null,
    answer: 'There is a package for Linux.',
  },
]

/** Belong to no cluster, and to no other of these. */
const DISTRACTORS = [
  'Do you breed alpaca herds yourselves?',
  'why is the sky blue today',
  'xylophone lessons in Vienna',
]

it('takes 40 questions in 8 clusters from a gap to a verified FAQ', async () => {
  const world = await createWorld()
  followQuestions(world)
  const inbox = await createGapInbox(world)
  const { answering, ctx, id } = inbox
  for (const [question, answer] of NEIGHBORS) await createFaq(ctx, faqInput({ question, answer }))
  const ask = async (question: string) =>
    answerQuestion(answering, await world.visitor(id), askInput.parse({ workspace_id: id, question }), {
      signal: new AbortController().signal,
      onModel: () => {},
      onSources: async () => {},
      onDelta: async () => {},
      mayUseModel: async () => false,
    })
  // In turns, as questions come: the clusters are found, not given by the order.
  const turns = CLUSTERS[0]!.asked.flatMap((_, turn) => CLUSTERS.map(({ asked }) => asked[turn]!))
  expect(turns).toHaveLength(40)
  for (const question of [...DISTRACTORS, ...turns])
    expect({ question, ...(await ask(question)) }).not.toMatchObject({ outcome: 'answered' })
  await inbox.assign()
  const gaps = await inbox.gaps()
  const gapOf = new Map<Cluster, string>()
  for (const gap of gaps) {
    const phrasings = (await inbox.phrasings(gap.id)).map(({ question }) => question)
    if (DISTRACTORS.includes(phrasings[0]!)) {
      expect(phrasings).toHaveLength(1)
      continue
    }
    const cluster = CLUSTERS.find(({ asked }) => asked.includes(phrasings[0]!))!
    expect(phrasings.toSorted()).toEqual(cluster.asked.toSorted())
    gapOf.set(cluster, gap.id)
  }
  expect(gapOf.size).toBe(8)

  await createTexts(
    ctx,
    CLUSTERS.flatMap(({ text }, index) => (text ? [{ title: `Page ${index + 1}`, content: text }] : [])),
  )
  const faqOf = new Map<Cluster, string>()
  for (const cluster of CLUSTERS) {
    const gapId = gapOf.get(cluster)!
    const draft = await draftFaq(answering, ctx, gapId)
    expect(draft.question).toMatch(/^\p{Lu}/u)
    if (cluster.text) expect(draft.answer).toContain(cluster.answer)
    else expect(draft).toMatchObject({ answer: '', sources: [], written_by: null })
    await inbox.verify(gapId, false)
    if (!cluster.text) expect(await inbox.gap(gapId)).toMatchObject({ state: 'open' })
    const { question, alternative_questions, answer } = draft
    const saved = await createGapFaq(ctx, {
      id: gapId,
      faq: faqInput({ question, alternative_questions, answer: answer || cluster.answer }),
    })
    faqOf.set(cluster, saved.id)
    await inbox.verify(gapId)
  }
  for (const cluster of CLUSTERS)
    expect(await inbox.gap(gapOf.get(cluster)!)).toMatchObject({
      state: 'resolved',
      verification: { state: 'passed', asked: 5, failed: 0 },
      faq: { id: faqOf.get(cluster) },
    })
  expect(await inbox.counts()).toEqual({ open: DISTRACTORS.length, resolved: 8, dismissed: 0 })
  for (const cluster of CLUSTERS)
    for (const question of cluster.asked)
      expect({ question, ...(await ask(question)) }).toMatchObject({
        outcome: 'answered',
        answer: expect.stringContaining(cluster.answer),
      })
  for (const [question, answer] of NEIGHBORS)
    expect(await ask(question)).toMatchObject({ outcome: 'answered', answer: expect.stringContaining(answer) })
  expect(await inbox.counts()).toEqual({ open: DISTRACTORS.length, resolved: 8, dismissed: 0 })
})
