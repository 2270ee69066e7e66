import { describe, expect, it } from 'vitest'
import { parseMarkup } from '../../../kernel/markup.ts'
import { atQuote, buildQuote } from './quote.ts'

const quote = (markdown: string) => buildQuote(parseMarkup(markdown))
const decoded = (markdown: string) => quote(markdown).directive?.split(',').map(decodeURIComponent)

describe('a text fragment of a quote', () => {
  it('contains the words of the page in order, without rendered symbols', () => {
    expect(quote('Open **settings**:\n\n1. Choose *Plan*.\n2. Press Save\n3. Wait').text).toBe(
      'Open settings: Choose Plan. Press Save · Wait',
    )
    expect(quote('| Plan | Price |\n|---|---|\n| Basic | $9 |').text).toBe('Basic · $9')
    expect(quote('Prices:\n\n| Plan | Price |\n|---|---|\n| Basic | $9 |').text).toBe(
      'Prices: Plan · Price · Basic · $9',
    )
  })

  it('contains a short quote completely, and the first and last words of a long one', () => {
    expect(decoded('Returns are free for thirty days.')).toEqual(['Returns are free for thirty days'])
    expect(decoded('One two three four five six seven eight nine ten eleven twelve thirteen fourteen.')).toEqual([
      'One two three four five six seven eight',
      'eleven twelve thirteen fourteen',
    ])
  })

  it('stays in one element, without crossing a line break, an item or a cell', () => {
    expect(decoded('Short one  \nThe second line is longer than that.')).toEqual([
      'The second line is longer than that',
    ])
    expect(decoded('- Too short\n- An item with enough words')).toEqual(['An item with enough words'])
    expect(decoded('`code` is the only thing here')).toEqual(['code is the only thing here'])
    expect(decoded('wrapped by\nhand in one paragraph')).toEqual(['wrapped by hand in one paragraph'])
  })

  it('encodes characters with a meaning in a directive', () => {
    expect(quote('Self-service, pick-up & more things').directive).toBe(
      'Self%2Dservice%2C%20pick%2Dup%20%26%20more%20things',
    )
  })

  it('ends at words in languages without spaces', () => {
    const [start, end] =
      decoded('返品は商品到着後三十日以内であれば無料で承りますのでお気軽にお問い合わせください。') ?? []
    expect(
      '返品は商品到着後三十日以内であれば無料で承りますのでお気軽にお問い合わせください。'.startsWith(start ?? 'x'),
    ).toBe(true)
    expect(end).not.toMatch(/。$/)
  })

  it('is empty without words', () => {
    expect(quote('…').directive).toBeNull()
    expect(quote('')).toEqual({ text: '', directive: null })
  })
})

it('a text fragment keeps the anchor of an address', () => {
  const words = quote('Returns are free for all')
  expect(atQuote('https://a.test/x', words)).toBe('https://a.test/x#:~:text=Returns%20are%20free%20for%20all')
  expect(atQuote('https://a.test/x#faq', words, 's-1')).toBe(
    'https://a.test/x#faq:~:text=Returns%20are%20free%20for%20all',
  )
  expect(atQuote('sources/x', words, 's-1')).toBe('sources/x#s-1:~:text=Returns%20are%20free%20for%20all')
  expect(atQuote('https://a.test/x', quote(''))).toBe('https://a.test/x')
})
