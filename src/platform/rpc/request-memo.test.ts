import { expect, test } from 'vitest'
import { createRequestMemo } from './index.ts'

test('a value is computed once per request, also concurrently, with the same error', async () => {
  const once = createRequestMemo()
  let calls = 0
  const compute = async () => ++calls
  expect(await Promise.all([once('a', compute), once('a', compute)])).toEqual([1, 1])
  expect(await once('b', compute)).toBe(2)
  const fail = () => Promise.reject(new Error('refused'))
  await expect(once('c', fail)).rejects.toThrow('refused')
  await expect(once('c', compute)).rejects.toThrow('refused')
  expect(calls).toBe(2)
})
