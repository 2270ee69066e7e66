import { QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { queryClient } from './query-client.ts'

test('an initial query is repeated after a change during it', async () => {
  const reads: PromiseWithResolvers<string>[] = []
  const queryFn = () => {
    const read = Promise.withResolvers<string>()
    reads.push(read)
    return read.promise
  }
  const observer = new QueryObserver(queryClient, { queryKey: ['overtaken'], queryFn })
  const shown: unknown[] = []
  onTestFinished(observer.subscribe(({ data }) => shown.push(data)))
  void queryClient.invalidateQueries({ queryKey: ['overtaken'] })
  reads[0]?.resolve('before')
  await expect.poll(() => reads.length).toBe(2)
  reads[1]?.resolve('after')
  await expect.poll(() => shown.at(-1)).toBe('after')
  expect(reads).toHaveLength(2)
})

test('an initial query is not repeated without a change', async () => {
  const observer = new QueryObserver(queryClient, { queryKey: ['alone'], queryFn: async () => 'only' })
  const fetched: boolean[] = []
  onTestFinished(observer.subscribe(({ isFetching }) => fetched.push(isFetching)))
  await expect.poll(() => observer.getCurrentResult().data).toBe('only')
  expect(fetched.filter(Boolean).length).toBeLessThanOrEqual(1)
  expect(queryClient.isFetching({ queryKey: ['alone'] })).toBe(0)
})
