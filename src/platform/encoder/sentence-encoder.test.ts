import { afterAll, beforeAll, expect, test } from 'vitest'
import { silentLogger } from '../log/index.ts'
import { createSentenceEncoder, type SentenceEncoder } from './index.ts'

let encoder: SentenceEncoder
beforeAll(() => {
  encoder = createSentenceEncoder(silentLogger)
})
afterAll(() => encoder.close())

const product = (left: number[], right: number[]) => left.reduce((sum, value, index) => sum + value * right[index]!, 0)

async function cosine(left: string, right: string): Promise<number> {
  const [first, second] = await encoder.questions.embed([left, right])
  return product(first!, second!)
}

// Computed once with the package's own runtime.
test('the vectors equal those of the published model', async () => {
  const [vector] = await encoder.questions.embed(['how soon should i get my tires changed'])
  expect(vector).toHaveLength(512)
  expect(product(vector!, vector!)).toBeCloseTo(1, 4)
  const expected = [-0.013809, 0.031628, 0.060193, -0.06046]
  for (const [index, value] of expected.entries()) expect(vector![index]).toBeCloseTo(value, 4)
})

test('texts with the same meaning are more similar than others with the same words', async () => {
  const paraphrase = await cosine('how do I get my money back', 'request a refund for my order')
  const other = await cosine('how do I get my money back', 'how do I get my luggage to the airport')
  expect(paraphrase).toBeGreaterThan(0.45)
  expect(paraphrase).toBeGreaterThan(other)
})

test("a text without words, and one longer than the model's input, have a vector", async () => {
  const [empty, long, start] = await encoder.background.embed(['', 'refund '.repeat(5000), 'refund '.repeat(2000)])
  expect(product(empty!, empty!)).toBe(1)
  expect(long).toEqual(start)
})

test('questions are encoded before background texts', async () => {
  const done: string[] = []
  const background = Array.from({ length: 20 }, (_, index) =>
    encoder.background.embed([`text ${index}`]).then(() => done.push('background')),
  )
  await encoder.questions.embed(['a question']).then(() => done.push('question'))
  await Promise.all(background)
  expect(done.indexOf('question')).toBeLessThan(3)
})

test('an aborted text is not encoded, and the others are', async () => {
  const abandoned = new AbortController()
  const waiting = encoder.background.embed(['first', 'second'], { signal: abandoned.signal })
  const other = encoder.background.embed(['third'])
  abandoned.abort()
  await expect(waiting).rejects.toMatchObject({ kind: 'unavailable', code: 'embedding.failed' })
  expect(await other).toHaveLength(1)
  await expect(encoder.questions.embed(['late'], { signal: abandoned.signal })).rejects.toMatchObject({
    code: 'embedding.failed',
  })
})

test('closing fails waiting texts, and a later text starts a new thread', async () => {
  const waiting = encoder.background.embed(Array.from({ length: 10 }, (_, index) => `text ${index}`))
  const rejected = expect(waiting).rejects.toMatchObject({ code: 'embedding.failed' })
  await encoder.close()
  await rejected
  expect(await encoder.questions.embed(['again'])).toHaveLength(1)
})
