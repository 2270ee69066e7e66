import { expect, it } from 'vitest'
import { randomOf } from '../../../../../scripts/eval/typos.ts'
import { Blocks } from './blocks.ts'
import { GramIndex } from './gram-index.ts'

const sorted = (tokenNumbers: Iterable<number>) => [...tokenNumbers].sort((left, right) => left - right)

it('lists the tokens of each gram, also after changes', () => {
  const random = randomOf(5)
  const index = new GramIndex(new Blocks())
  const expected = new Map<number, number[]>()
  // Few grams have many tokens, many have one, and multiples of 16 often meet in the table.
  const pickGram = () => Math.floor(random() ** 4 * 900) * (random() < 0.5 ? 1 : 16)
  const change = (addedShare: number) => {
    const gram = pickGram()
    const tokens = expected.get(gram) ?? []
    expected.set(gram, tokens)
    if (random() < addedShare) {
      // A token has a gram twice when its word does ("banana").
      const token = Math.floor(random() * 50)
      index.add(gram, token)
      tokens.push(token)
    } else if (tokens.length) index.remove(gram, tokens.splice(Math.floor(random() * tokens.length), 1)[0]!)
  }
  const expectTokens = () => {
    for (const [gram, tokens] of expected) expect(sorted(index.tokensOf(gram))).toEqual(sorted(tokens))
    expect([...index.tokensOf(123_456_789)]).toEqual([])
  }
  for (let turn = 0; turn < 9000; turn++) change(0.8)
  expect([...expected.values()].filter(({ length }) => length > 20).length).toBeGreaterThan(20)
  expectTokens()
  for (let turn = 0; turn < 9000; turn++) change(0.3)
  expect([...expected.values()].filter(({ length }) => !length).length).toBeGreaterThan(100)
  expectTokens()
})

it('keeps its size while grams come and go', () => {
  const blocks = new Blocks()
  const index = new GramIndex(blocks)
  const addAll = (first: number) => {
    for (let gram = first; gram < first + 500; gram++) for (const token of [1, 2, 3]) index.add(gram, token)
  }
  const removeAll = (first: number) => {
    for (let gram = first; gram < first + 500; gram++) for (const token of [2, 3, 1]) index.remove(gram, token)
  }
  addAll(0)
  addAll(1000)
  removeAll(0)
  removeAll(1000)
  const bytes = index.bytes + blocks.bytes
  for (let turn = 2; turn < 40; turn++) {
    addAll(1000 * turn)
    removeAll(1000 * turn)
  }
  expect(index.bytes + blocks.bytes).toBeLessThanOrEqual(bytes)
})
