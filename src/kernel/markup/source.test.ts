import fc from 'fast-check'
import { expect, it } from 'vitest'
import { randomMarkdown } from '../../../tests/support/content/random-markdown.ts'
import type { MarkupBlock } from './blocks.ts'
import { parseMarkup } from './parse.ts'
import { blocksToSource } from './source.ts'

const rewritten = (text: string) => blocksToSource(parseMarkup(text))

it('written Markdown is read as the same blocks', () => {
  fc.assert(
    fc.property(fc.oneof(randomMarkdown, fc.string({ unit: 'grapheme', maxLength: 60 })), (text) => {
      const blocks = parseMarkup(text)
      expect(parseMarkup(blocksToSource(blocks))).toEqual(blocks)
    }),
    {
      numRuns: 3_000,
      examples: [
        ['• * -'],
        ['<i>\n===\n'],
        ['<!-- -->\n  ---\n'],
        ['* |---|\n* | '],
        ['[-http://b.example.\\[x](https://a.example/b_(c))'],
        ['[https://a.example/\\*](https://a.example/*)'],
        ['[https://a.example/,](https://a.example/,)'],
      ],
    },
  )
})

it.each([
  'One line\nAnd another\n\nNext paragraph',
  '## Title\n\nText with **bold**, *italic*, `code` and [a link](https://a.example).',
  '- a\n- b\n\n1. one\n2. two',
  '- a\n  - b\n  - c',
  '```\nlet a = "*x*"\n```',
  '| A | B |\n| --- | --- |\n| 1 | a \\| b |',
  'See https://a.example/x',
])('well-written Markdown is unchanged: %j', (text) => expect(rewritten(text)).toBe(text))

it('words that look like markup are escaped', () => {
  const blocks: MarkupBlock[] = [
    { kind: 'paragraph', children: [{ kind: 'text', text: '# not a heading' }] },
    { kind: 'paragraph', children: [{ kind: 'text', text: '1. not a list' }] },
    { kind: 'paragraph', children: [{ kind: 'text', text: '2 * 3 * 4 = 24' }] },
    { kind: 'paragraph', children: [{ kind: 'text', text: '*typed*' }] },
  ]
  expect(blocksToSource(blocks)).toBe('\\# not a heading\n\n1\\. not a list\n\n2 * 3 * 4 = 24\n\n\\*typed\\*')
})
