import { describe, expect, it } from 'vitest'
import { type DiffPart, diffText } from './diff-text.ts'

/** «same [-removed-] {+added+}» */
const shown = (parts: DiffPart[]) =>
  parts.map(({ kind, text }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `{+${text}+}`)).join('')
const sides = (parts: DiffPart[]) => ({
  before: parts
    .filter(({ kind }) => kind !== 'added')
    .map(({ text }) => text)
    .join(''),
  after: parts
    .filter(({ kind }) => kind !== 'removed')
    .map(({ text }) => text)
    .join(''),
})

describe('the difference of two texts', () => {
  it.each([
    ['Wash by hand.', 'Wash by hand.', 'Wash by hand.'],
    ['Wash by hand.', 'Wash by machine.', 'Wash by [-hand-]{+machine+}.'],
    ['Wash.', 'Wash by hand, cold.', 'Wash{+ by hand, cold+}.'],
    ['', 'New', '{+New+}'],
    ['Old', '', '[-Old-]'],
    ['one two three', 'one three', 'one [-two -]three'],
    ['Yes, and hot.', 'Yes, while it is damp.', 'Yes, [-and hot-]{+while it is damp+}.'],
  ])('between %j and %j', (before, after, expected) => expect(shown(diffText(before, after))).toBe(expected))

  it('separates words in scripts without spaces', () => {
    const parts = diffText('东京很大', '东京很小')
    expect(parts.at(0)).toMatchObject({ kind: 'same', text: expect.stringContaining('东京') })
  })

  it('contains all of both texts at any length', () => {
    const before = Array.from({ length: 3_000 }, (_, index) => `word${index}${index % 9 ? ' ' : '\n'}`).join('')
    const after = Array.from(
      { length: 3_000 },
      (_, index) => `${index % 7 ? 'word' : 'term'}${index}${index % 9 ? ' ' : '\n'}`,
    ).join('')
    expect(sides(diffText(before, after))).toEqual({ before, after })
    const [one, other] = ['a '.repeat(9_000), 'b '.repeat(9_000)]
    expect(sides(diffText(one, other))).toEqual({ before: one, after: other })
  })
})
