import fc from 'fast-check'
import { expect, it } from 'vitest'
import { markdownPiece, randomMarkdown } from '../../../../../tests/support/content/random-markdown.ts'
import { parseAnswer } from '../answer-markup.ts'
import { answerDocument, documentAnswer, documentBlocks } from './answer-document.ts'
import type { DocumentMark, DocumentNode } from './document-node.ts'

const mark: fc.Arbitrary<DocumentMark> = fc.constantFrom(
  { type: 'bold' },
  { type: 'italic' },
  { type: 'code' },
  { type: 'link', attrs: { href: 'https://a.example/b_(c)?d=*e*' } },
)
const words = fc
  .array(markdownPiece, { minLength: 1, maxLength: 6 })
  .map((pieces) => pieces.join('').replaceAll('\n', ''))
const text: fc.Arbitrary<DocumentNode> = fc
  .tuple(words, fc.uniqueArray(mark, { maxLength: 3, selector: ({ type }) => type }))
  .filter(([word]) => word !== '' && !word.includes('://'))
  .map(([word, marks]) => ({ type: 'text', text: word, marks }))
const ID = '018f0000-0000-7000-8000-000000000000'
const image: fc.Arbitrary<DocumentNode> = fc
  .tuple(words, fc.uniqueArray(mark, { maxLength: 2, selector: ({ type }) => type }))
  .map(([alt, marks]) => ({ type: 'image', attrs: { src: `/files/images/${ID}/${ID}-640x480.webp`, alt }, marks }))
const inlines = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: text },
    { weight: 1, arbitrary: image },
    { weight: 1, arbitrary: fc.constant({ type: 'hardBreak' }) },
  ),
  {
    maxLength: 5,
  },
)
const paragraph = inlines.map((content): DocumentNode => ({ type: 'paragraph', content }))
const table = fc
  .tuple(
    fc.integer({ min: 1, max: 3 }),
    fc.array(fc.array(paragraph, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
  )
  .map(
    ([width, rows]): DocumentNode => ({
      type: 'table',
      content: rows.map((cells) => ({
        type: 'tableRow',
        content: cells.slice(0, width).map((cell) => ({ type: 'tableCell', content: [cell] })),
      })),
    }),
  )
const { block } = fc.letrec<{ block: DocumentNode; list: DocumentNode }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    paragraph,
    fc
      .tuple(fc.integer({ min: 1, max: 6 }), inlines)
      .map(([level, content]) => ({ type: 'heading', attrs: { level }, content })),
    randomMarkdown.map((code) => ({ type: 'codeBlock', content: [{ type: 'text', text: code }] })),
    table,
    tie('list'),
    fc
      .tuple(fc.constantFrom('note', 'tip', 'warning'), fc.array(tie('block'), { maxLength: 2 }))
      .map(([tone, content]) => ({ type: 'callout', attrs: { tone }, content })),
  ),
  list: fc
    .tuple(
      fc.option(fc.integer({ min: 0, max: 20 })),
      fc.array(fc.array(tie('block'), { maxLength: 3 }), { maxLength: 3 }),
    )
    .map(([start, items]) => ({
      type: start === null ? 'bulletList' : 'orderedList',
      attrs: { start },
      content: items.map((content) => ({ type: 'listItem', content })),
    })),
}))
const document = fc.array(block, { maxLength: 5 }).map((content): DocumentNode => ({ type: 'doc', content }))

it('writes every document as Markdown that parses to the same document', () => {
  fc.assert(
    fc.property(document, (written) => {
      const blocks = documentBlocks(written)
      expect(parseAnswer(documentAnswer(written))).toEqual(blocks)
    }),
    { numRuns: 2_000 },
  )
})

it('reaches a stable form when any Markdown is read and written twice', () => {
  fc.assert(
    fc.property(fc.oneof(randomMarkdown, fc.string({ unit: 'grapheme', maxLength: 60 })), (answer) => {
      const written = documentAnswer(answerDocument(answer))
      expect(documentAnswer(answerDocument(written))).toBe(written)
    }),
    { numRuns: 2_000, examples: [['• * -']] },
  )
})
