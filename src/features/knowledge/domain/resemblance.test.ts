import { describe, expect, it } from 'vitest'
import { prose } from '../../../../tests/support/content/random-prose.ts'
import { createNearDuplicates, createSketch, MIN_DUPLICATE_RESEMBLANCE, resemblance } from './resemblance.ts'

const text = prose(600, 1)
const alike = (left: string, right: string) => resemblance(createSketch(left), createSketch(right))
/** Every nth word is another one. */
const changed = (every: number) =>
  text
    .split(' ')
    .map((word, index) => (index % every === 0 ? `x${word}` : word))
    .join(' ')
/** The definition, over all shingles. */
function exact(left: string, right: string): number {
  const shingles = (one: string) => {
    const words = one.split(' ')
    return new Set(words.slice(3).map((_, index) => words.slice(index, index + 4).join(' ')))
  }
  const [x, y] = [shingles(left), shingles(right)]
  const both = [...x].filter((shingle) => y.has(shingle)).length
  return both / (x.size + y.size - both)
}

describe('the similarity of two pages', () => {
  it('is 1 for the same words with any punctuation, and near 0 for different ones', () => {
    expect(alike(text, `# ${text.replaceAll(' ', ',  ').toUpperCase()}!`)).toBe(1)
    expect(alike(text, prose(600, 2))).toBeLessThan(0.05)
  })

  it.each([10, 40, 200])('follows the definition when every %ith word differs', (every) => {
    expect(Math.abs(alike(text, changed(every)) - exact(text, changed(every)))).toBeLessThan(0.1)
  })

  it('is 0 for very short texts, and computed for scripts without spaces', () => {
    const few = prose(20, 3)
    expect(alike(few, few)).toBe(0)
    const japanese = 'これは日本語の文章です。日本語で書いてあります。糸を織って布を作る方法を説明します。'
    expect(alike(japanese, japanese)).toBe(1)
  })
})

describe('a page that nearly duplicates another', () => {
  it('is found under the same title only', () => {
    const pages = createNearDuplicates()
    for (let index = 0; index < 300; index++) pages.add(`/other-${index}`, 'Care', createSketch(prose(300, index + 10)))
    pages.add('/care', ' Care  of linen', createSketch(text))
    const near = createSketch(changed(200))
    expect(resemblance(createSketch(text), near)).toBeGreaterThan(MIN_DUPLICATE_RESEMBLANCE)
    expect(pages.find('Care of Linen', near)).toBe('/care')
    expect(pages.find('Care of wool', near)).toBe(null)
    expect(pages.find('Care of linen', createSketch(changed(10)))).toBe(null)
    expect(pages.find('Care of linen', createSketch('Too short.'))).toBe(null)
  })
})
