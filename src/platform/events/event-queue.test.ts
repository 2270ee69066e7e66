import { expect, test } from 'vitest'
import { EventQueue } from './event-queue.ts'

const event = (name: string) => ({ type: `test.${name}` as const, workspace_id: 'any' })

/** Takes as many as are asked for, and ends the reading. */
async function take(queue: EventQueue, count: number): Promise<string[]> {
  const over = new AbortController()
  const types: string[] = []
  for await (const { type } of queue.until(over.signal)) if (types.push(type) === count) over.abort()
  return types
}

test('events are returned in order, whether they were pushed before or during reading', async () => {
  const queue = new EventQueue(10)
  queue.push(event('one'))
  const reading = take(queue, 3)
  await Promise.resolve()
  queue.push(event('two'))
  queue.push(event('three'))
  expect(await reading).toEqual(['test.one', 'test.two', 'test.three'])
})

test('a slow reader is asked to reload everything, followed by newer events', async () => {
  const queue = new EventQueue(3)
  for (const type of ['one', 'two', 'three', 'four', 'five']) queue.push(event(type))
  expect(await take(queue, 2)).toEqual(['reset', 'test.five'])
})

test('the queue never exceeds its maximum length', async () => {
  const queue = new EventQueue(3)
  for (let n = 0; n < 1_000; n++) queue.push(event('more'))
  queue.reset()
  queue.push(event('last'))
  expect(await take(queue, 2)).toEqual(['reset', 'test.last'])
})

test('reading ends when it is aborted, also without events', async () => {
  const queue = new EventQueue(3)
  const over = new AbortController()
  const reading = queue.until(over.signal).next()
  over.abort()
  expect(await reading).toEqual({ value: undefined, done: true })
  expect(await queue.until(over.signal).next()).toEqual({ value: undefined, done: true })
})
