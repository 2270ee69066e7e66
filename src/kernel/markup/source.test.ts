import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { MarkupBlock } from './blocks.ts'
import { parseMarkup } from './parse.ts'
import { blocksToSource } from './source.ts'

const rewritten = (text: string) => blocksToSource(parseMarkup(text))

/** Pieces of Markdown, among them those that are easily read as something else. */
const piece = fc.constantFrom(
  ...'a|b c|Word|é|日本|1|2024|.|,|:|-|- |* |+ |1. |2) |3. |# |### |> |• |**|*|__|_|***|`|``|```\n|~~~\n|\n|\n\n|  |    |\n  |\n    '.split(
    '|',
  ),
  ...[
    '|',
    ' | ',
    '|---|\n',
    '| a | b |\n|---|---|\n| 1 | 2 |\n',
    '[',
    ']',
    '(',
    ')',
    '[x](https://a.example/b_(c))',
    '![',
  ],
  ...[
    'https://a.example/x',
    'http://b.example.',
    '<https://a.example>',
    '<b>',
    '</b>',
    '<i>',
    '</i>',
    '<br>',
    '<!-- -->',
  ],
  ...[
    '&amp;',
    '&',
    '&#64;',
    '<',
    '>',
    '\\',
    '\\*',
    '{#a}',
    '{',
    '}',
    '=',
    '===\n',
    '---\n',
    '!',
    '~',
    '\t',
    '[!NOTE]\n',
  ],
)
const markdown = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))

it('writes Markdown that is read as the same blocks', () => {
  fc.assert(
    fc.property(fc.oneof(markdown, fc.string({ unit: 'grapheme', maxLength: 60 })), (text) => {
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
])('leaves well-written Markdown as it is: %j', (text) => expect(rewritten(text)).toBe(text))

it('escapes words that look like markup', () => {
  const blocks: MarkupBlock[] = [
    { kind: 'paragraph', children: [{ kind: 'text', text: '# not a heading' }] },
    { kind: 'paragraph', children: [{ kind: 'text', text: '1. not a list' }] },
    { kind: 'paragraph', children: [{ kind: 'text', text: '2 * 3 * 4 = 24' }] },
    { kind: 'paragraph', children: [{ kind: 'text', text: '*typed*' }] },
  ]
  expect(blocksToSource(blocks)).toBe('\\# not a heading\n\n1\\. not a list\n\n2 * 3 * 4 = 24\n\n\\*typed\\*')
})
