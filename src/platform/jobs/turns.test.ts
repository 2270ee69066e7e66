import { expect, it } from 'vitest'
import { runInSlices } from './turns.ts'

/** Keeps the thread busy for longer than one turn. */
const busy = () => {
  const until = performance.now() + 6
  while (performance.now() < until);
}

it('turns run newer work in between, everything in order', async () => {
  const done: string[] = []
  setImmediate(() => done.push('somebody else'))
  await runInSlices(['first', 'second', 'third'], (item) => {
    done.push(item)
    busy()
  })
  expect(done.filter((item) => item !== 'somebody else')).toEqual(['first', 'second', 'third'])
  expect(done.indexOf('somebody else')).toBeLessThan(done.indexOf('third'))
})

it('turns stop at an error', async () => {
  const done: number[] = []
  const work = (item: number) => {
    if (item === 2) throw new Error('no')
    done.push(item)
  }
  await expect(runInSlices([1, 2, 3], work)).rejects.toThrow('no')
  expect(done).toEqual([1])
})
