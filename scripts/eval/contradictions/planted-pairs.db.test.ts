// All planted texts in one workspace: each is compared with those that the search finds nearest to it.
import { expect, it } from 'vitest'
import { compareTexts } from '../../../src/features/contradictions/server/compare-texts.ts'
import { listContradictions } from '../../../src/features/contradictions/server/contradictions.queries.ts'
import { createFaq } from '../../../src/features/faqs/server/index.ts'
import { createTexts } from '../../../src/features/knowledge/server/index.ts'
import { createGapInbox } from '../../../tests/support/content/gaps.ts'
import { createTestContext, faqInput } from '../../../tests/support/content/test-context.ts'
import { differenceOf, plantedPairs } from './planted-pairs.ts'

it('the contradictions among all texts of a workspace are found, with few findings between texts of different pairs', async () => {
  const { ctx, job } = await createGapInbox(await createTestContext())
  const pairs = plantedPairs()
  for (const { where, title, body } of pairs.flatMap(({ texts }) => texts))
    if (where === 'faq') await createFaq(ctx, faqInput({ question: title, answer: body }))
    else await createTexts(ctx, [{ title, content: body }])
  const signal = new AbortController().signal
  while (await compareTexts(job, { signal, share: 1 }));
  const found: string[][] = []
  for (let page = 1; found.length === (page - 1) * 100; page++)
    found.push(
      ...(await listContradictions(ctx, { state: 'open', page, limit: 100 })).items.map(({ texts }) =>
        texts.map(({ sentence }) => sentence),
      ),
    )
  const isOf = (sentences: readonly string[], texts: readonly { body: string }[]) =>
    sentences.every((sentence) => texts.some(({ body }) => body.includes(sentence)))
  const expected = pairs.filter((pair) => pair.real && differenceOf(pair))
  const missed = expected.filter(({ texts }) => !found.some((sentences) => isOf(sentences, texts)))
  expect(missed.length).toBeLessThanOrEqual(expected.length * 0.05)
  const between = found.filter((sentences) => !pairs.some(({ real, texts }) => real && isOf(sentences, texts)))
  expect(between.map((sentences) => sentences.join(' | '))).toEqual([])
})
