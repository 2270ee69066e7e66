import { oneLine } from '../../../../kernel/text.ts'
import { imageNodeAt, linkNodeTo, type MarkupInline } from '../answer-markup.ts'
import { type DocumentMark, type DocumentNode, MARK_TYPES } from './document-node.ts'

/** A piece of text with its marks, an image, or a line break. */
type TextPiece = { text: string; marks: Set<string>; image?: MarkupInline } | { text: null; marks: Set<string> }

// The reader of answers drops these characters too.
const INVISIBLE = /[^\P{Cc}\n]|[\u200b\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff]/gu
export const withoutInvisible = (pieceText: string): string =>
  pieceText.replace(/\r\n?/gu, '\n').replaceAll('\t', '    ').replace(INVISIBLE, '')

const LINK_PREFIX = 'link '
const markKeyOf = ({ type, attrs }: DocumentMark): string =>
  type === MARK_TYPES.link ? `${LINK_PREFIX}${attrs?.href}` : type

const isCodePiece = ({ marks }: TextPiece) => marks.has(MARK_TYPES.code)
const imageOfPiece = (textPiece: TextPiece) => ('image' in textPiece ? textPiece.image : undefined)
const isBlankPiece = (textPiece: TextPiece) =>
  textPiece.text !== null && !imageOfPiece(textPiece) && !isCodePiece(textPiece) && textPiece.text.trim() === ''

/** Text with its white space apart, so that it can lose marks that Markdown cannot put on it. */
function piecesOf(documentNode: DocumentNode): TextPiece[] {
  const markKeys = new Set((documentNode.marks ?? []).map(markKeyOf))
  if (documentNode.type === 'hardBreak') return [{ text: null, marks: new Set() }]
  if (documentNode.type === 'image') {
    const imageDescription = withoutInvisible(String(documentNode.attrs?.alt ?? ''))
    const imageNode = imageNodeAt(String(documentNode.attrs?.src ?? ''), imageDescription)
    markKeys.delete(MARK_TYPES.code)
    return imageNode ? [{ text: '', marks: markKeys, image: imageNode }] : []
  }
  const pieceText = withoutInvisible(documentNode.text ?? '').replaceAll('\n', ' ')
  if (markKeys.has(MARK_TYPES.code)) {
    const codeText = oneLine(pieceText)
    return codeText === '' ? [] : [{ text: codeText, marks: markKeys }]
  }
  const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/su.exec(pieceText) ?? []
  return [before, words, after]
    .filter((textPart) => textPart !== '')
    .map((textPart) => ({ text: textPart, marks: new Set(markKeys) }))
}

/** Takes each mark off the white space at the ends of what it covers. */
function unmarkEdges(textPieces: TextPiece[]): void {
  for (const isForward of [true, false]) {
    const orderedPieces = isForward ? textPieces : textPieces.toReversed()
    let marksBefore = new Set<string>()
    for (const textPiece of orderedPieces) {
      if (isBlankPiece(textPiece))
        for (const markKey of [...textPiece.marks]) if (!marksBefore.has(markKey)) textPiece.marks.delete(markKey)
      marksBefore = textPiece.text === null ? new Set() : textPiece.marks
    }
  }
}

/** Without white space and breaks at the ends, and without white space around breaks. */
function trimPieces(textPieces: TextPiece[]): TextPiece[] {
  const keptPieces: TextPiece[] = []
  for (const textPiece of textPieces) {
    const isAtStart = keptPieces.length === 0 || keptPieces.at(-1)!.text === null
    if (isBlankPiece(textPiece) && isAtStart) continue
    if (textPiece.text === null) {
      while (keptPieces.length > 0 && isBlankPiece(keptPieces.at(-1)!)) keptPieces.pop()
      if (keptPieces.length === 0) continue
    }
    keptPieces.push(textPiece)
  }
  while (keptPieces.length > 0 && (keptPieces.at(-1)!.text === null || isBlankPiece(keptPieces.at(-1)!)))
    keptPieces.pop()
  return keptPieces
}

/** The mark that covers most from here on is the outermost. */
function widestMark(textPieces: readonly TextPiece[], pieceIndex: number): { mark: string; end: number } | null {
  let widestRun: { mark: string; end: number } | null = null
  for (const markKey of textPieces[pieceIndex]!.marks) {
    if (markKey === MARK_TYPES.code) continue
    let runEnd = pieceIndex + 1
    while (runEnd < textPieces.length && textPieces[runEnd]!.marks.has(markKey)) runEnd += 1
    if (!widestRun || runEnd > widestRun.end) widestRun = { mark: markKey, end: runEnd }
  }
  return widestRun
}

function nestMarks(textPieces: readonly TextPiece[]): MarkupInline[] {
  const nestedInlines: MarkupInline[] = []
  for (let pieceIndex = 0; pieceIndex < textPieces.length; ) {
    const textPiece = textPieces[pieceIndex]!
    const widestRun = widestMark(textPieces, pieceIndex)
    if (widestRun) {
      const innerPieces = textPieces
        .slice(pieceIndex, widestRun.end)
        .map((innerPiece) => ({ ...innerPiece, marks: new Set(innerPiece.marks) }))
      for (const { marks } of innerPieces) marks.delete(widestRun.mark)
      const children = nestMarks(innerPieces)
      if (widestRun.mark.startsWith(LINK_PREFIX))
        nestedInlines.push(linkNodeTo(widestRun.mark.slice(LINK_PREFIX.length), children))
      else nestedInlines.push({ kind: widestRun.mark === MARK_TYPES.strong ? 'strong' : 'emphasis', children })
      pieceIndex = widestRun.end
      continue
    }
    pieceIndex += 1
    const lastInline = nestedInlines.at(-1)
    const imageNode = imageOfPiece(textPiece)
    if (imageNode) nestedInlines.push(imageNode)
    else if (textPiece.text === null) nestedInlines.push({ kind: 'break' })
    else if (isCodePiece(textPiece) && lastInline?.kind === 'code') lastInline.text += textPiece.text
    else if (isCodePiece(textPiece)) nestedInlines.push({ kind: 'code', text: textPiece.text })
    else if (lastInline?.kind === 'text') lastInline.text += textPiece.text
    else nestedInlines.push({ kind: 'text', text: textPiece.text })
  }
  return nestedInlines
}

/** A break inside a mark has that mark where both sides have it: marks then span lines. */
function markBreaks(textPieces: TextPiece[]): void {
  for (const [index, piece] of textPieces.entries()) {
    if (piece.text !== null) continue
    const marksBefore = textPieces[index - 1]?.marks ?? new Set()
    const pieceAfter = textPieces.slice(index + 1).find(({ text }) => text !== null)?.marks ?? new Set()
    piece.marks = new Set([...marksBefore].filter((markKey) => markKey !== MARK_TYPES.code && pieceAfter.has(markKey)))
  }
}

/** The inline markup of a paragraph, heading or cell. */
export function inlinesOf(documentNodes: readonly DocumentNode[]): MarkupInline[] {
  const textPieces = trimPieces(documentNodes.flatMap(piecesOf))
  markBreaks(textPieces)
  unmarkEdges(textPieces)
  return nestMarks(textPieces)
}

/** Inline markup as nodes: marks in place of nesting. */
export function inlineNodes(
  inlineList: readonly MarkupInline[],
  outerMarks: readonly DocumentMark[] = [],
): DocumentNode[] {
  const markedNode = (documentNode: DocumentNode, ownMarks: readonly DocumentMark[]): DocumentNode =>
    ownMarks.length > 0 ? { ...documentNode, marks: [...ownMarks] } : documentNode
  return inlineList.flatMap((inlineNode): DocumentNode[] => {
    if (inlineNode.kind === 'break') return [{ type: 'hardBreak' }]
    if (inlineNode.kind === 'text')
      return inlineNode.text === '' ? [] : [markedNode({ type: 'text', text: inlineNode.text }, outerMarks)]
    if (inlineNode.kind === 'image')
      return [markedNode({ type: 'image', attrs: { src: inlineNode.src, alt: inlineNode.alt } }, outerMarks)]
    if (inlineNode.kind === 'code')
      return [markedNode({ type: 'text', text: inlineNode.text }, [...outerMarks, { type: MARK_TYPES.code }])]
    const inlineMark =
      inlineNode.kind === 'link'
        ? { type: MARK_TYPES.link, attrs: { href: inlineNode.href } }
        : { type: MARK_TYPES[inlineNode.kind] }
    const isNewMark = !outerMarks.some(({ type }) => type === inlineMark.type)
    return inlineNodes(inlineNode.children, isNewMark ? [...outerMarks, inlineMark] : outerMarks)
  })
}
