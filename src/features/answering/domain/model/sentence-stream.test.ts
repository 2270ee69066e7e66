import { describe, expect, it } from 'vitest'
import { SentenceStream } from './sentence-stream.ts'

const cut = (text: string, size: number) => {
  const stream = new SentenceStream()
  const out: string[] = []
  for (let index = 0; index < text.length; index += size) out.push(...stream.push(text.slice(index, index + size)))
  return [...out, stream.end()].filter(Boolean)
}

const cases: [string, string[]][] = [
  ['One [1]. Two [2].', ['One [1]. ', 'Two [2].']],
  ['One. [1] Two. [2]', ['One. [1] ', 'Two. [2]']],
  ['It costs 3.50 today [1]. Yes.', ['It costs 3.50 today [1]. ', 'Yes.']],
  ['1. Open it [1].\n2. Press it [2].', ['1. Open it [1].\n', '2. Press it [2].']],
  ['See e.g. the page [1]. Done [1].', ['See e.g. the page [1]. ', 'Done [1].']],
  ['**Really?** [1] Yes [1].', ['**Really?** [1] ', 'Yes [1].']],
  ['是的[1]。再见[2]。', ['是的[1]。', '再见[2]。']],
  ['no end', ['no end']],
]

describe.each([1, 3, 7, 1000])('text in pieces of %i', (size) => {
  it.each(cases)('%s', (text, expected) => {
    expect(cut(text, size)).toEqual(expected)
    expect(cut(text, size).join('')).toBe(text)
  })
})
