import { expect, test } from 'vitest'
import { oncePerReason } from './once-per-reason.ts'

test('an error of all workers is logged once, and again when it lasts', () => {
  let now = 0
  const told: string[] = []
  const tell = oncePerReason(
    (reason) => told.push(reason),
    () => now,
  )
  for (const worker of ['one', 'two', 'three'])
    tell(`nobody there (Queue: mail, Worker: ${worker}) (Queue: b, Worker: 7)`)
  tell('too slow')
  now = 9_999
  tell('nobody there')
  expect(told).toEqual(['nobody there', 'too slow'])
  now = 10_000
  tell('nobody there')
  expect(told).toEqual(['nobody there', 'too slow', 'nobody there'])
})
