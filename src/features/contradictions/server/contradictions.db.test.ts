import { describe, expect, it } from 'vitest'
import { createGapInbox } from '../../../../tests/support/content/gaps.ts'
import { createTestContext, faqInput } from '../../../../tests/support/content/test-context.ts'
import type { Jobs } from '../../../platform/jobs/index.ts'
import { createFaq, updateFaq } from '../../faqs/server/index.ts'
import { createTexts } from '../../knowledge/server/index.ts'
import type { ContradictionState } from '../contract.ts'
import { compareTexts } from './compare-texts.ts'
import { createContradictionJobs } from './contradictions.job.ts'
import { listContradictions, setContradiction } from './contradictions.queries.ts'

const testContext = await createTestContext()

/** A workspace with a FAQ and a text that contradict each other, and others that contradict nothing. */
async function shop() {
  const inbox = await createGapInbox(testContext)
  const { ctx, job } = inbox
  const faq = await createFaq(
    ctx,
    faqInput({ question: 'How long can I return an item?', answer: 'You can return items within **30 days**.' }),
  )
  for (const other of ['Do you ship to Norway?', 'Which colors are there?', 'Where is the factory?'])
    await createFaq(ctx, faqInput({ question: other, answer: `About that: ${other}` }))
  await createTexts(ctx, [
    { title: 'Terms', content: 'Welcome to our shop. Returns are accepted for 14 days after delivery. Have fun!' },
  ])
  const never = new AbortController().signal
  return {
    ...inbox,
    faq,
    compare: () => compareTexts(job, { signal: never, share: 1 }),
    list: (state: ContradictionState = 'open') => listContradictions(ctx, { state, page: 1, limit: 100 }),
  }
}

describe('contradictions', () => {
  it('are found between a FAQ and a passage, with the difference', async () => {
    const { compare, list, faq, count } = await shop()
    expect(await list()).toMatchObject({ items: [], total: 0, uncompared: 5 })
    expect(await compare()).toBe(false)
    const { items, counts, uncompared } = await list()
    expect({ counts, uncompared }).toEqual({ counts: { open: 1, dismissed: 0 }, uncompared: 0 })
    const texts = items[0]?.texts.toSorted((left, right) => left.kind.localeCompare(right.kind)) ?? []
    expect(texts).toMatchObject([
      { kind: 'faq', id: faq.id, title: 'How long can I return an item?' },
      { kind: 'source', title: 'Terms', sentence: 'Returns are accepted for 14 days after delivery.' },
    ])
    expect(texts.map(({ sentence, marks }) => marks.map(([from, to]) => sentence.slice(from, to)))).toEqual([
      ['30 days'],
      ['14 days'],
    ])
    const known = await count('compared_texts')
    await compare()
    expect(await count('compared_texts')).toBe(known)
    expect((await list()).items).toEqual(items)
  })

  it('disappear when a text changes or is deleted, and are gone after the texts agree', async () => {
    const { ctx, compare, list, faq, count } = await shop()
    await compare()
    await updateFaq(ctx, { id: faq.id, answer: 'You can return items within 14 days.' })
    expect(await list()).toMatchObject({ total: 0, uncompared: 1 })
    await compare()
    expect(await list()).toMatchObject({ total: 0, uncompared: 0 })
    expect(await count('contradictions')).toBe(0)
    await updateFaq(ctx, { id: faq.id, answer: 'You can return items within 60 days.' })
    await compare()
    expect((await list()).total).toBe(1)
    await updateFaq(ctx, { id: faq.id, status: 'archived' })
    expect((await list()).total).toBe(0)
    await compare()
    expect(await count('contradictions')).toBe(0)
  })

  it('stay dismissed until one of the texts changes, and can be restored', async () => {
    const { ctx, compare, list, faq } = await shop()
    await compare()
    const [pair] = (await list()).items
    const id = pair?.id ?? ''
    await setContradiction(ctx, { id, state: 'dismissed' })
    expect(await list()).toMatchObject({ total: 0, counts: { open: 0, dismissed: 1 } })
    expect((await list('dismissed')).items).toMatchObject([{ id, dismissed_by: 'Test Person' }])
    // Taken off the page and put back, the FAQ says what it said.
    await updateFaq(ctx, { id: faq.id, status: 'archived' })
    await compare()
    await updateFaq(ctx, { id: faq.id, status: 'published' })
    await compare()
    expect((await list()).counts).toEqual({ open: 0, dismissed: 1 })
    await setContradiction(ctx, { id, state: 'open' })
    expect((await list()).items).toMatchObject([{ id, dismissed_by: null }])
    await setContradiction(ctx, { id, state: 'dismissed' })
    await updateFaq(ctx, { id: faq.id, answer: 'You can return items within 45 days.' })
    await compare()
    expect((await list()).counts).toEqual({ open: 1, dismissed: 0 })
  })

  it('are not searched in drafts, within one source, or in other workspaces', async () => {
    const [mine, other] = [await shop(), await createGapInbox(testContext)]
    await createFaq(
      other.ctx,
      faqInput({ question: 'How long can I return an item?', answer: 'You can return items within 90 days.' }),
    )
    await createFaq(
      mine.ctx,
      faqInput({ question: 'How long may I return an item?', answer: 'Within 7 days.', status: 'draft' }),
    )
    await mine.compare()
    const { items } = await mine.list()
    expect(items).toHaveLength(1)
    expect(JSON.stringify(items)).not.toMatch(/90 days|7 days/)
    const theirs = await listContradictions(other.ctx, { state: 'open', page: 1, limit: 10 })
    expect(theirs).toMatchObject({ items: [], uncompared: 1 })
    await expect(setContradiction(other.ctx, { id: items[0]?.id ?? '', state: 'dismissed' })).rejects.toMatchObject({
      kind: 'not_found',
    })
  })

  it('are searched among texts that were never compared', async () => {
    const [fresh, compared] = [await shop(), await shop()]
    await compared.compare()
    const sent: string[] = []
    const queue = {
      send: async (_tx: unknown, _job: unknown, payload: unknown) => void sent.push(JSON.stringify(payload)),
    }
    const { jobs } = createContradictionJobs(testContext.services, () => queue as unknown as Jobs)
    const catchUp = jobs.find(({ name }) => name === 'contradictions.find-uncompared')
    await catchUp?.handler({}, { signal: new AbortController().signal, attempt: 1, final: false, jobId: '' })
    expect(sent).toContain(JSON.stringify({ workspace_id: fresh.id }))
    expect(sent).not.toContain(JSON.stringify({ workspace_id: compared.id }))
  })

  it('stop when aborted', async () => {
    const { job } = await shop()
    const stopped = compareTexts(job, { signal: AbortSignal.abort(new Error('stop')), share: 1 })
    await expect(stopped).rejects.toThrow('stop')
  })
})
