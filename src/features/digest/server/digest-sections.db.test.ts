import { expect, it } from 'vitest'
import { createGapInbox } from '../../../../tests/support/content/gaps.ts'
import { createTestContext, faqInput } from '../../../../tests/support/content/test-context.ts'
import { compareTexts } from '../../contradictions/server/compare-texts.ts'
import { createFaq } from '../../faqs/server/index.ts'
import { createTexts } from '../../knowledge/server/index.ts'
import { inReadTransaction } from '../../workspaces/server/index.ts'
import { digestParts } from './digest-sections.ts'

it('shows both sentences of the contradictions that were found in the period', async () => {
  const { ctx, job } = await createGapInbox(await createTestContext())
  const question = 'How long can I return an item?'
  await createFaq(ctx, faqInput({ question, answer: 'You can return items within 30 days.' }))
  await createTexts(ctx, [{ title: 'Terms', content: 'Returns are accepted for 14 days after delivery.' }])
  await compareTexts(job, { signal: new AbortController().signal, share: 1 })
  const sections = async (from: Date, until: Date) =>
    inReadTransaction(ctx, async (transaction) => {
      const parts = await Promise.all(digestParts.map((part) => part(transaction, { from, until })))
      return parts.filter((part) => part !== null)
    })
  const [before, after] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)]
  const [section, ...others] = await sections(before, after)
  expect(others).toEqual([])
  expect(section).toMatchObject({ title: '1 new contradiction', path: '/knowledge/contradictions', more: 0 })
  expect(section?.lines).toHaveLength(1)
  for (const sentence of [
    '“You can return items within 30 days.”',
    '“Returns are accepted for 14 days after delivery.”',
  ])
    expect(section?.lines[0]?.text).toContain(sentence)
  expect(await sections(after, new Date(Date.now() + 120_000))).toEqual([])
})
