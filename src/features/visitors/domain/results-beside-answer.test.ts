import { expect, it } from 'vitest'
import { resultsBesideAnswer } from './results-beside-answer.ts'

const shownScores = (scores: number[]) =>
  resultsBesideAnswer(scores.map((score) => ({ score }))).map(({ score }) => score)

it.each([
  { scores: [], shown: [] },
  { scores: [2.7, 1.3, 1.1], shown: [2.7] },
  { scores: [1.9, 1.2, 0.95, 0.9], shown: [1.9, 1.2, 0.95] },
  { scores: [0.2, 0.19, 0.18, 0.17, 0.16, 0.15], shown: [0.2, 0.19, 0.18, 0.17, 0.16] },
])('results with the scores $shown of $scores are shown below an answer', ({ scores, shown }) => {
  expect(shownScores(scores)).toEqual(shown)
})
