import { blocksToSource, CALLOUT_TONES, type MarkupBlock, type MarkupInline, parseAnswer } from '../answer-markup.ts'
import { inlineNodes, inlinesOf, withoutInvisible } from './document-inlines.ts'
import type { DocumentNode } from './document-node.ts'

const paragraph = (children: readonly MarkupInline[]): DocumentNode => ({
  type: 'paragraph',
  ...(children.length > 0 && { content: inlineNodes(children) }),
})

function nodeOf(block: MarkupBlock): DocumentNode {
  if (block.kind === 'paragraph') return paragraph(block.children)
  if (block.kind === 'heading')
    return { type: 'heading', attrs: { level: block.level }, content: inlineNodes(block.children) }
  if (block.kind === 'code') return { type: 'codeBlock', content: [{ type: 'text', text: block.text }] }
  if (block.kind === 'callout')
    return { type: 'callout', attrs: { tone: block.tone }, content: block.children.map(nodeOf) }
  if (block.kind === 'table') {
    const row = (cells: readonly MarkupInline[][], type: string): DocumentNode => ({
      type: 'tableRow',
      content: block.header.map((_, index) => ({ type, content: [paragraph(cells[index] ?? [])] })),
    })
    return {
      type: 'table',
      content: [row(block.header, 'tableHeader'), ...block.rows.map((cells) => row(cells, 'tableCell'))],
    }
  }
  const items = block.items.map((item): DocumentNode => {
    // An item begins with a paragraph, though an empty one.
    const nodes = item.map(nodeOf)
    return { type: 'listItem', content: item[0]?.kind === 'paragraph' ? nodes : [paragraph([]), ...nodes] }
  })
  return block.ordered
    ? { type: 'orderedList', attrs: { start: block.start }, content: items }
    : { type: 'bulletList', content: items }
}

const contentOf = ({ content }: DocumentNode): readonly DocumentNode[] => content ?? []

/** The lines of a cell, of which each is a paragraph in the editor. */
function cellInlines(cell: DocumentNode): MarkupInline[] {
  const nodes = contentOf(cell).flatMap((line, index) => [
    ...(index > 0 ? [{ type: 'hardBreak' }] : []),
    ...contentOf(line),
  ])
  return inlinesOf(nodes)
}

function tableOf(node: DocumentNode): MarkupBlock[] {
  const [header = [], ...rows] = contentOf(node).map((row) =>
    contentOf(row).flatMap((cell) => {
      // A pasted cell may cover several columns.
      const covered = Math.max(1, Math.min(20, Number(cell.attrs?.colspan ?? 1)))
      return [cellInlines(cell), ...Array.from({ length: covered - 1 }, (): MarkupInline[] => [])]
    }),
  )
  const width = Math.max(header.length, ...rows.map((row) => row.length))
  if (width === 0) return []
  const padded = (row: MarkupInline[][]) => Array.from({ length: width }, (_, index) => row[index] ?? [])
  return [{ kind: 'table', header: padded(header), rows: rows.map(padded) }]
}

function blocksOf(node: DocumentNode): MarkupBlock[] {
  if (node.type === 'bulletList' || node.type === 'orderedList') {
    const items = contentOf(node)
      .map((item) => contentOf(item).flatMap(blocksOf))
      .filter((item) => item.length > 0)
    if (items.length === 0) return []
    const ordered = node.type === 'orderedList'
    return [{ kind: 'list', ordered, start: ordered ? Number(node.attrs?.start ?? 1) : 1, items }]
  }
  if (node.type === 'codeBlock') {
    const lines = withoutInvisible(
      contentOf(node)
        .map(({ text }) => text ?? '')
        .join(''),
    )
    const text = lines.replace(/^ +$/gmu, '').replace(/^\n+/u, '').trimEnd()
    return text === '' ? [] : [{ kind: 'code', text }]
  }
  if (node.type === 'table') return tableOf(node)
  if (node.type === 'callout') {
    const tone = CALLOUT_TONES.find((one) => one === node.attrs?.tone) ?? 'note'
    const children = contentOf(node).flatMap(blocksOf)
    return children.length > 0 ? [{ kind: 'callout', tone, children }] : []
  }
  const children = inlinesOf(contentOf(node))
  if (children.length === 0) return []
  return node.type === 'heading'
    ? [{ kind: 'heading', level: Number(node.attrs?.level ?? 2), children }]
    : [{ kind: 'paragraph', children }]
}

/** The editor's document of an answer. */
export function answerDocument(answer: string): DocumentNode {
  const content = parseAnswer(answer).map(nodeOf)
  return { type: 'doc', content: content.length > 0 ? content : [paragraph([])] }
}

export const documentBlocks = (document: DocumentNode): MarkupBlock[] => contentOf(document).flatMap(blocksOf)

/** The document as the Markdown that is stored. Visitors are shown what it holds. */
export const documentAnswer = (document: DocumentNode): string => blocksToSource(documentBlocks(document))
