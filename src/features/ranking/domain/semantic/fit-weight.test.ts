import { expect, it } from 'vitest'
import { DEFAULT_WEIGHT, fitWeight, type JudgedCandidate } from './fit-weight.ts'

/** Questions whose right entry is second by words, with these similarities of the right and the other entry. */
const questions = (count: number, right: number, other: number): JudgedCandidate[][] =>
  Array.from({ length: count }, () => [
    { words: 1.2, semantic: other, isRight: false },
    { words: 0.9, semantic: right, isRight: true },
  ])

it('the weight is the one that puts the right entries first', () => {
  const { weight, fit } = fitWeight(questions(40, 0.7, 0.1))
  expect(weight).toEqual({ weight: 1, reach: null })
  expect(fit).toEqual({ phrasings: 40, foundByWords: 0, foundWithMeaning: 40 })
})

it('the weight is zero when semantic search puts wrong entries first', () => {
  const misled = Array.from({ length: 40 }, (): JudgedCandidate[] => [
    { words: 0.4, semantic: 0.1, isRight: true },
    { words: 0.3, semantic: 0.9, isRight: false },
  ])
  const { weight, fit } = fitWeight(misled)
  expect(weight.weight).toBe(0)
  expect(fit).toEqual({ phrasings: 40, foundByWords: 40, foundWithMeaning: 40 })
})

it('the weight keeps its default with few phrasings, or when the gain may be random', () => {
  expect(fitWeight(questions(10, 0.7, 0.1))).toEqual({ weight: DEFAULT_WEIGHT, fit: null })
  const one = [...questions(39, 0.1, 0.1), ...questions(1, 0.7, 0.1)]
  expect(fitWeight(one).weight).toEqual(DEFAULT_WEIGHT)
})
