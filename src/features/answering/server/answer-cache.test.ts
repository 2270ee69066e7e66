import { describe, expect, it } from 'vitest'
import { AnswerCache } from './answer-cache.ts'

const always = () => true

describe('identical questions', () => {
  it('asked at once are one flight', async () => {
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
    expect(await Promise.all(both)).toEqual([
      { answer: 'answer', own: true },
      { answer: 'answer', own: false },
    ])
    expect(calls).toBe(1)
  })

  it('are kept only when told so, and a failure never', async () => {
    const cache = new AnswerCache<number>(10)
    let n = 0
    const next = async () => ++n
    expect((await cache.get('k', next, () => false)).answer).toBe(1)
    expect((await cache.get('k', next, always)).answer).toBe(2)
    expect((await cache.get('k', next, always)).answer).toBe(2)
    await expect(cache.get('f', () => Promise.reject(new Error('x')), always)).rejects.toThrow('x')
    expect((await cache.get('f', next, always)).answer).toBe(3)
  })

  it('are bounded, the one longest unused goes first', async () => {
    const cache = new AnswerCache<string>(2)
    for (const key of ['a', 'b', 'a', 'c']) await cache.get(key, async () => key, always)
    expect((await cache.get('a', async () => 'new', always)).answer).toBe('a')
    expect((await cache.get('b', async () => 'new', always)).answer).toBe('new')
  })
})
