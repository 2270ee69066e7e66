import { expect, it } from 'vitest'
import { judgedDrafts } from './drafts.ts'

it('the drafts for 50 planted gaps contain no error, and at least 90 % are right or rightly empty', async () => {
  const judged = await judgedDrafts(null)
  expect(judged).toHaveLength(50)
  expect(judged.filter(({ verdict }) => verdict === 'wrong')).toEqual([])
  const good = judged.filter(({ verdict }) => verdict === 'right' || verdict === 'rightly empty')
  expect(good.length).toBeGreaterThanOrEqual(45)
  for (const { question, answer, sources } of judged) {
    expect(question).toMatch(/^\p{Lu}.*\?$/u)
    expect(sources.length > 0).toBe(answer !== '')
  }
})
