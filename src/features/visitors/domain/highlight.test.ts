import { describe, expect, it } from 'vitest'
import { highlightParts } from './highlight.ts'

const marked = (text: string, query: string) => highlightParts(text, query).filter((_, index) => index % 2)

describe('highlightParts', () => {
  it.each([
    ['How do I wash a blanket?', 'blanket was', ['blanket']],
    ['How do I wash a blanket?', 'how do I wash blankets', ['wash', 'blanket']],
    ['Washing instructions', 'wash', ['Washing']],
    ['Delivery and deliveries', 'delivery', ['Delivery', 'deliveries']],
    ['An order in disorder', 'order', ['order']],
    ['Is it so?', 'is', ['Is']],
    ['如何洗毛毯？', '毛毯', ['毛毯']],
    ['C++ (and more)', '(.*)+ more[', ['more']],
    ['Nothing here', '', []],
    ['Nothing here', '?!', []],
  ])('marks in “%s” for “%s”: %j', (text, query, expected) => {
    expect(marked(text, query)).toEqual(expected)
    expect(highlightParts(text, query).join('')).toBe(text)
  })
})
