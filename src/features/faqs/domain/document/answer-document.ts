import { blocksToSource, CALLOUT_TONES, type MarkupBlock, type MarkupInline, parseAnswer } from '../answer-markup.ts'
import { inlineNodes, inlinesOf, withoutInvisible } from './document-inlines.ts'
import type { DocumentNode } from './document-node.ts'

const paragraph = (children: readonly MarkupInline[]): DocumentNode => ({
  type: 'paragraph',
  ...(children.length > 0 && { content: inlineNodes(children) }),
})

function nodeOf(markupBlock: MarkupBlock): DocumentNode {
  if (markupBlock.kind === 'paragraph') return paragraph(markupBlock.children)
  if (markupBlock.kind === 'heading')
    return { type: 'heading', attrs: { level: markupBlock.level }, content: inlineNodes(markupBlock.children) }
  if (markupBlock.kind === 'code') return { type: 'codeBlock', content: [{ type: 'text', text: markupBlock.text }] }
  if (markupBlock.kind === 'callout')
    return { type: 'callout', attrs: { tone: markupBlock.tone }, content: markupBlock.children.map(nodeOf) }
  if (markupBlock.kind === 'table') {
    const tableRowNode = (rowCells: readonly MarkupInline[][], cellType: string): DocumentNode => ({
      type: 'tableRow',
      content: markupBlock.header.map((_, index) => ({ type: cellType, content: [paragraph(rowCells[index] ?? [])] })),
    })
    return {
      type: 'table',
      content: [
        tableRowNode(markupBlock.header, 'tableHeader'),
        ...markupBlock.rows.map((rowCells) => tableRowNode(rowCells, 'tableCell')),
      ],
    }
  }
  const itemNodes = markupBlock.items.map((listItem): DocumentNode => {
    // An item begins with a paragraph, though an empty one.
    const blockNodes = listItem.map(nodeOf)
    return {
      type: 'listItem',
      content: listItem[0]?.kind === 'paragraph' ? blockNodes : [paragraph([]), ...blockNodes],
    }
  })
  return markupBlock.ordered
    ? { type: 'orderedList', attrs: { start: markupBlock.start }, content: itemNodes }
    : { type: 'bulletList', content: itemNodes }
}

const contentOf = ({ content }: DocumentNode): readonly DocumentNode[] => content ?? []

/** The lines of a cell, of which each is a paragraph in the editor. */
function cellInlines(cellNode: DocumentNode): MarkupInline[] {
  const blockNodes = contentOf(cellNode).flatMap((lineNode, index) => [
    ...(index > 0 ? [{ type: 'hardBreak' }] : []),
    ...contentOf(lineNode),
  ])
  return inlinesOf(blockNodes)
}

function tableOf(documentNode: DocumentNode): MarkupBlock[] {
  const [header = [], ...rows] = contentOf(documentNode).map((rowNode) =>
    contentOf(rowNode).flatMap((cellNode) => {
      // A pasted cell may cover several columns.
      const coveredColumns = Math.max(1, Math.min(20, Number(cellNode.attrs?.colspan ?? 1)))
      return [cellInlines(cellNode), ...Array.from({ length: coveredColumns - 1 }, (): MarkupInline[] => [])]
    }),
  )
  const tableWidth = Math.max(header.length, ...rows.map((rowCells) => rowCells.length))
  if (tableWidth === 0) return []
  const padRow = (rowCells: MarkupInline[][]) => Array.from({ length: tableWidth }, (_, index) => rowCells[index] ?? [])
  return [{ kind: 'table', header: padRow(header), rows: rows.map(padRow) }]
}

function blocksOf(documentNode: DocumentNode): MarkupBlock[] {
  if (documentNode.type === 'bulletList' || documentNode.type === 'orderedList') {
    const itemBlocks = contentOf(documentNode)
      .map((itemNode) => contentOf(itemNode).flatMap(blocksOf))
      .filter((blocksOfItem) => blocksOfItem.length > 0)
    if (itemBlocks.length === 0) return []
    const isOrdered = documentNode.type === 'orderedList'
    return [
      {
        kind: 'list',
        ordered: isOrdered,
        start: isOrdered ? Number(documentNode.attrs?.start ?? 1) : 1,
        items: itemBlocks,
      },
    ]
  }
  if (documentNode.type === 'codeBlock') {
    const codeLines = withoutInvisible(
      contentOf(documentNode)
        .map(({ text }) => text ?? '')
        .join(''),
    )
    const codeText = codeLines.replace(/^ +$/gmu, '').replace(/^\n+/u, '').trimEnd()
    return codeText === '' ? [] : [{ kind: 'code', text: codeText }]
  }
  if (documentNode.type === 'table') return tableOf(documentNode)
  if (documentNode.type === 'callout') {
    const calloutTone = CALLOUT_TONES.find((knownTone) => knownTone === documentNode.attrs?.tone) ?? 'note'
    const children = contentOf(documentNode).flatMap(blocksOf)
    return children.length > 0 ? [{ kind: 'callout', tone: calloutTone, children }] : []
  }
  const children = inlinesOf(contentOf(documentNode))
  if (children.length === 0) return []
  return documentNode.type === 'heading'
    ? [{ kind: 'heading', level: Number(documentNode.attrs?.level ?? 2), children }]
    : [{ kind: 'paragraph', children }]
}

/** The editor's document of an answer. */
export function answerDocument(answerMarkdown: string): DocumentNode {
  const blockNodes = parseAnswer(answerMarkdown).map(nodeOf)
  return { type: 'doc', content: blockNodes.length > 0 ? blockNodes : [paragraph([])] }
}

export const documentBlocks = (document: DocumentNode): MarkupBlock[] => contentOf(document).flatMap(blocksOf)

/** The document as the Markdown that is stored. Visitors are shown what it holds. */
export const documentAnswer = (document: DocumentNode): string => blocksToSource(documentBlocks(document))
