// Hits and misses of the question comparison, on pairs written for it.
import { describe, expect, it } from 'vitest'
import { NEAR_MISSES, PARAPHRASES, PARAPHRASES_TUNED } from '../../../../../tests/support/models/paraphrases.ts'
import { detectLanguage } from '../text/languages.ts'
import { likeQuestion, SAME_QUESTION } from './same-question.ts'

const likeness = (left: string, right: string) => likeQuestion({ text: left, language: detectLanguage(left) })(right)
const same = ([a, b]: readonly [string, string]) => likeness(a, b) >= SAME_QUESTION
const share = (list: readonly [string, string][]) => list.filter(same).length / list.length

describe('the detection of equal questions', () => {
  it('finds three of four paraphrases, and almost no other pairs', () => {
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

  it('reports almost no pairs in a list of FAQs about one topic', () => {
    const questions = PARAPHRASES.map(([question]) => question)
    const mistaken = questions.flatMap((question, index) => {
      const like = likeQuestion({ text: question, language: detectLanguage(question) })
      return questions.slice(index + 1).filter((other) => like(other) >= SAME_QUESTION)
    })
    expect(mistaken.length).toBeLessThanOrEqual(2)
  })

  it('is symmetric, and certain for the same question', () => {
    for (const [a, b] of [...PARAPHRASES, ...NEAR_MISSES]) {
      const language = detectLanguage(a)
      const there = likeQuestion({ text: a, language })
      expect(there(b)).toBeCloseTo(likeQuestion({ text: b, language })(a), 9)
      expect(there(a)).toBeCloseTo(1, 9)
    }
  })

  it.each(['', ' ', '???', '👩‍👩‍👧', 'x'.repeat(100_000)])('accepts any text', (text) => {
    expect(likeness(text, 'How do I pay?')).toBeLessThan(SAME_QUESTION)
  })
})
