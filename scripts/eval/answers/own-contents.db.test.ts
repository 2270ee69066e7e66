// Two help contents of the project's own with 40 questions each, on which no weight was fitted.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openAnswerEngine } from './answer-engine.ts'
import { loadAnswerSets } from './answer-set.ts'
import { holdsFacts, judgeAnswer } from './judge.ts'

const FOLDER = join(import.meta.dirname, 'own')

it.each(loadAnswerSets(FOLDER))('the questions about $name are answered', async (set) => {
  const engine = await openAnswerEngine(set, join(FOLDER, set.name))
  const asked = []
  for (const item of set.questions) {
    const { decision, answerIfGiven, sources, suggestions } = await engine.ask(item.q)
    const isShown = suggestions.some((text) => holdsFacts(item, text))
    asked.push({ item, tier: decision.tier, verdict: judgeAnswer(item, answerIfGiven, sources), isShown })
  }
  await engine.close()
  const answerable = asked.filter(({ item }) => item.kind === 'answerable')
  const given = asked.filter(({ tier }) => tier === 'answer')
  const wrong = given.filter(({ verdict }) => verdict === 'wrong').map(({ item }) => item.q)
  const seen = answerable.filter(
    ({ tier, verdict, isShown }) => (tier === 'answer' && verdict === 'right') || (tier === 'suggest' && isShown),
  )
  expect(asked).toHaveLength(40)
  expect(wrong).toEqual([])
  expect(given.filter(({ item }) => item.kind === 'far')).toEqual([])
  expect(given.filter(({ verdict }) => verdict === 'right').length).toBeGreaterThanOrEqual(answerable.length * 0.7)
  expect(seen.length).toBeGreaterThanOrEqual(answerable.length * 0.9)
})
