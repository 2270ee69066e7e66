import { expect, test } from 'vitest'
import { QueryWatch } from './query-watch.ts'

test('slow statements are grouped by their text without values', () => {
  const watch = new QueryWatch()
  watch.noteStatement("select * from messages where question = 'Where''s my order 4711?' and n > 12", 250)
  watch.noteStatement("select * from messages\n  where question = 'Something else' and n > 7", 400)
  watch.noteStatement('select fast', 20)
  expect(watch.slow()).toMatchObject([
    { statement: 'select * from messages where question = ? and n > ?', times: 2, longestMs: 400, totalMs: 650 },
  ])
})

test('the hundred statements with the longest total time are kept', () => {
  const watch = new QueryWatch()
  for (let index = 0; index < 150; index++) watch.noteStatement(`select ${'x'.repeat(index + 1)}`, 300 + index)
  expect(watch.slow()).toHaveLength(100)
  expect(watch.slow()[0]?.longestMs).toBe(449)
})

test('the time of a workspace is added up', () => {
  const watch = new QueryWatch()
  watch.noteTransaction('a', 5)
  watch.noteTransaction('a', 7)
  watch.noteTransaction('b', 1)
  expect([...watch.spent()]).toEqual([
    ['a', { transactions: 2, ms: 12 }],
    ['b', { transactions: 1, ms: 1 }],
  ])
})
