// The whole loop: visitors find no answer, their questions become gaps, each gap gets a draft and a FAQ, and closes.
import type { Page } from '@playwright/test'
import type { Gap, Phrasing } from '../../src/features/gaps/contract.ts'
import { expect, test } from '../support/browser/browser.ts'
import { type OwnWorkspace, signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { says } from '../support/browser/dashboard.ts'
import { addFaq, asked, callInWorkspace } from '../support/content/workspace-content.ts'

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

type Listed = { items: Gap[]; counts: Record<Gap['state'], number> }
const listed = (page: Page, workspace: OwnWorkspace) =>
  callInWorkspace<Listed>(page, workspace, 'gaps/list', { limit: 100 })

/** Gaps by cluster, once all questions are grouped. */
async function gapsOfClusters(page: Page, workspace: OwnWorkspace): Promise<Map<Cluster, Gap>> {
  const found = new Map<Cluster, Gap>()
  for (const gap of (await listed(page, workspace)).items) {
    const { items } = await callInWorkspace<{ items: Phrasing[] }>(page, workspace, 'gaps/phrasings', { id: gap.id })
    const phrasings = items.map(({ question }) => question)
    if (DISTRACTORS.includes(phrasings[0]!)) {
      expect(phrasings).toHaveLength(1)
      continue
    }
    const cluster = CLUSTERS.find(({ asked }) => asked.includes(phrasings[0]!))!
    expect(phrasings.toSorted()).toEqual(cluster.asked.toSorted())
    found.set(cluster, gap)
  }
  return found
}

test('40 questions in 8 clusters become gaps with verified FAQs', async ({ page }) => {
  test.slow()
  const { workspace } = await signUpWithWorkspace(page)
  for (const [question, answer] of NEIGHBORS) await addFaq(page, workspace, { question, answer })
  // In turns, as questions come: the clusters are found, not given by the order.
  const turns = CLUSTERS[0]!.asked.flatMap((_, turn) => CLUSTERS.map(({ asked }) => asked[turn]!))
  expect(turns).toHaveLength(40)
  for (const question of [...DISTRACTORS, ...turns])
    expect({ question, ...(await asked(page, workspace, { question })) }).not.toMatchObject({ outcome: 'answered' })
  await expect
    .poll(async () => (await listed(page, workspace)).items.reduce((sum, gap) => sum + gap.asked, 0))
    .toBe(turns.length + DISTRACTORS.length)
  const gapOf = await gapsOfClusters(page, workspace)
  expect(gapOf.size).toBe(8)

  // A minute after a change of the content, gaps that it answers are resolved without a draft: each text comes with its
  // draft, and those without a text come last.
  for (const cluster of CLUSTERS.toSorted((left, right) => Number(!left.text) - Number(!right.text))) {
    if (cluster.text) {
      const item = { title: `Page ${CLUSTERS.indexOf(cluster) + 1}`, content: cluster.text }
      await callInWorkspace(page, workspace, 'knowledge/createTexts', { items: [item] })
    }
    await page.goto(`/messages/gaps/${gapOf.get(cluster)!.id}`)
    await page.getByRole('button', { name: 'Draft FAQ' }).click()
    const draft = page.getByRole('dialog', { name: 'Draft FAQ' })
    await expect(draft.getByLabel('Question', { exact: true })).toHaveValue(/^\p{Lu}/u)
    const answer = draft.getByLabel('Answer')
    if (cluster.text) await expect(answer).toHaveText(new RegExp(cluster.answer))
    else {
      await expect(answer).toHaveText('')
      await answer.fill(cluster.answer)
    }
    await draft.getByRole('button', { name: 'Create FAQ' }).click()
    await says(page, 'Verified: every question gets this answer')
    await expect(page.getByText('5 of 5 phrasings answered by it')).toBeVisible()
  }

  const { counts } = await listed(page, workspace)
  expect(counts).toEqual({ open: DISTRACTORS.length, resolved: 8, dismissed: 0 })
  for (const cluster of CLUSTERS)
    for (const question of cluster.asked)
      expect({ question, ...(await asked(page, workspace, { question })) }).toMatchObject({
        outcome: 'answered',
        answer: expect.stringContaining(cluster.answer),
      })
  for (const [question, answer] of NEIGHBORS)
    expect(await asked(page, workspace, { question })).toMatchObject({
      outcome: 'answered',
      answer: expect.stringContaining(answer),
    })
  expect((await listed(page, workspace)).counts).toEqual(counts)
})
