import { describe, expect, it } from 'vitest'
import { AnswerCache } from './answer-cache.ts'

const always = () => true

describe('identical questions', () => {
  it('share one computation when asked at the same time', async () => {
    const cache = new AnswerCache<string>(10)
    const gate = Promise.withResolvers<string>()
    let calls = 0
    const compute = () => {
      calls++
      return gate.promise
    }
    const ask = () => cache.get('k', compute, always)
    const both = [ask(), ask()]
    gate.resolve('answer')
    expect(await Promise.all(both)).toEqual(['answer', 'answer'])
    expect(calls).toBe(1)
  })

  it('are cached only on request, and failures never', async () => {
    const cache = new AnswerCache<number>(10)
    let n = 0
    const next = async () => ++n
    expect(await cache.get('k', next, () => false)).toBe(1)
    expect(await cache.get('k', next, always)).toBe(2)
    expect(await cache.get('k', next, always)).toBe(2)
    await expect(cache.get('f', () => Promise.reject(new Error('x')), always)).rejects.toThrow('x')
    expect(await cache.get('f', next, always)).toBe(3)
  })

  it('are limited in number, with the least recently used removed first', async () => {
    const cache = new AnswerCache<string>(2)
    for (const key of ['a', 'b', 'a', 'c']) await cache.get(key, async () => key, always)
    expect(await cache.get('a', async () => 'new', always)).toBe('a')
    expect(await cache.get('b', async () => 'new', always)).toBe('new')
  })
})
