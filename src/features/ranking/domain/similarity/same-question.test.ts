// Hits and misses of the question comparison, on pairs written for it.
import { describe, expect, it } from 'vitest'
import { NEAR_MISSES, PARAPHRASES, PARAPHRASES_TUNED } from '../../../../../tests/support/models/paraphrases.ts'
import { detectLanguage } from '../text/languages.ts'
import { SAME_QUESTION_FROM, sameQuestionProbability } from './same-question.ts'

const probability = (left: string, right: string) => sameQuestionProbability(left, detectLanguage(left))(right)
const same = ([a, b]: readonly [string, string]) => probability(a, b) >= SAME_QUESTION_FROM
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
      const like = sameQuestionProbability(question, detectLanguage(question))
      return questions.slice(index + 1).filter((other) => like(other) >= SAME_QUESTION_FROM)
    })
    expect(mistaken.length).toBeLessThanOrEqual(2)
  })

  it('is symmetric, and certain for the same question', () => {
    for (const [a, b] of [...PARAPHRASES, ...NEAR_MISSES]) {
      const language = detectLanguage(a)
      const there = sameQuestionProbability(a, language)
      expect(there(b)).toBeCloseTo(sameQuestionProbability(b, language)(a), 9)
      expect(there(a)).toBeCloseTo(1, 9)
    }
  })

  it.each(['', ' ', '???', '👩‍👩‍👧', 'x'.repeat(100_000)])('accepts any text', (text) => {
    expect(probability(text, 'How do I pay?')).toBeLessThan(SAME_QUESTION_FROM)
  })
})
