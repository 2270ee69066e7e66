// What the comparison of questions finds and misses, on pairs made for it.
import { describe, expect, it } from 'vitest'
import { NEAR_MISSES, PARAPHRASES, PARAPHRASES_TUNED } from '../../../../tests/support/paraphrases.ts'
import { detectLanguage } from './languages.ts'
import { SAME_QUESTION, sameQuestion } from './same-question.ts'

const asked = (text: string) => ({ text, language: detectLanguage(text) })
const same = ([a, b]: readonly [string, string]) => sameQuestion(asked(a), asked(b)) >= SAME_QUESTION
const share = (list: readonly [string, string][]) => list.filter(same).length / list.length

describe('questions that ask the same', () => {
  it('finds three of four paraphrases, and hardly anything that only looks like one', () => {
    const recall = share(PARAPHRASES)
    const mistaken = NEAR_MISSES.filter(same).length
    const precision = (recall * PARAPHRASES.length) / (recall * PARAPHRASES.length + mistaken)
    console.info(
      `paraphrases: recall ${recall.toFixed(2)}, precision among as many near misses ${precision.toFixed(2)}`,
    )
    expect(recall).toBeGreaterThanOrEqual(0.76)
    expect(precision).toBeGreaterThanOrEqual(0.95)
    expect(share(PARAPHRASES_TUNED)).toBeGreaterThanOrEqual(0.78)
  })

  it('warns of next to nothing in a list of FAQs about one thing', () => {
    const questions = [...PARAPHRASES_TUNED, ...PARAPHRASES].map(([question]) => question)
    const mistaken = questions.flatMap((a, i) =>
      questions
        .slice(i + 1)
        .filter((b) => same([a, b]))
        .map((b) => [a, b]),
    )
    expect(mistaken.length).toBeLessThanOrEqual(3)
  })

  it('is the same both ways, and sure of the question itself', () => {
    for (const [a, b] of [...PARAPHRASES, ...NEAR_MISSES]) {
      expect(
        Math.abs(
          sameQuestion(asked(a), asked(b)) - sameQuestion({ ...asked(b), language: asked(a).language }, asked(a)),
        ),
      ).toBeLessThan(1e-9)
      expect(sameQuestion(asked(a), asked(a))).toBeCloseTo(1, 9)
    }
  })

  it.each(['', ' ', '???', '👩‍👩‍👧', 'x'.repeat(100_000)])('takes any text', (text) => {
    expect(sameQuestion(asked(text), asked('How do I pay?'))).toBeLessThan(SAME_QUESTION)
  })
})
