import { oneLine } from '../../../../kernel/text.ts'
import { imageNodeAt, linkNodeTo, type MarkupInline } from '../answer-markup.ts'
import { type DocumentMark, type DocumentNode, MARKS } from './document-node.ts'

/** A piece of text with its marks, an image, or a line break. */
type Piece = { text: string; marks: Set<string>; image?: MarkupInline } | { text: null; marks: Set<string> }

// The reader of answers drops these characters too.
const INVISIBLE = /[^\P{Cc}\n]|[\u200b\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff]/gu
export const withoutInvisible = (text: string): string =>
  text.replace(/\r\n?/gu, '\n').replaceAll('\t', '    ').replace(INVISIBLE, '')

const LINK = 'link '
const keyOf = ({ type, attrs }: DocumentMark): string => (type === MARKS.link ? `${LINK}${attrs?.href}` : type)

const isCode = ({ marks }: Piece) => marks.has(MARKS.code)
const imageOf = (piece: Piece) => ('image' in piece ? piece.image : undefined)
const isBlank = (piece: Piece) => piece.text !== null && !imageOf(piece) && !isCode(piece) && piece.text.trim() === ''

/** Text with its white space apart, so that it can lose marks that Markdown cannot put on it. */
function piecesOf(node: DocumentNode): Piece[] {
  const marks = new Set((node.marks ?? []).map(keyOf))
  if (node.type === 'hardBreak') return [{ text: null, marks: new Set() }]
  if (node.type === 'image') {
    const alt = withoutInvisible(String(node.attrs?.alt ?? ''))
    const image = imageNodeAt(String(node.attrs?.src ?? ''), alt)
    marks.delete(MARKS.code)
    return image ? [{ text: '', marks, image }] : []
  }
  const text = withoutInvisible(node.text ?? '').replaceAll('\n', ' ')
  if (marks.has(MARKS.code)) {
    const code = oneLine(text)
    return code === '' ? [] : [{ text: code, marks }]
  }
  const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/su.exec(text) ?? []
  return [before, words, after].filter((part) => part !== '').map((part) => ({ text: part, marks: new Set(marks) }))
}

/** Takes each mark off the white space at the ends of what it covers. */
function unmarkEdges(pieces: Piece[]): void {
  for (const forward of [true, false]) {
    const list = forward ? pieces : pieces.toReversed()
    let before = new Set<string>()
    for (const piece of list) {
      if (isBlank(piece)) for (const mark of [...piece.marks]) if (!before.has(mark)) piece.marks.delete(mark)
      before = piece.text === null ? new Set() : piece.marks
    }
  }
}

/** Without white space and breaks at the ends, and without white space around breaks. */
function trimmed(pieces: Piece[]): Piece[] {
  const out: Piece[] = []
  for (const piece of pieces) {
    const atStart = out.length === 0 || out.at(-1)!.text === null
    if (isBlank(piece) && atStart) continue
    if (piece.text === null) {
      while (out.length > 0 && isBlank(out.at(-1)!)) out.pop()
      if (out.length === 0) continue
    }
    out.push(piece)
  }
  while (out.length > 0 && (out.at(-1)!.text === null || isBlank(out.at(-1)!))) out.pop()
  return out
}

/** The mark that covers most from here on is the outermost. */
function widestMark(pieces: readonly Piece[], at: number): { mark: string; end: number } | null {
  let widest: { mark: string; end: number } | null = null
  for (const mark of pieces[at]!.marks) {
    if (mark === MARKS.code) continue
    let end = at + 1
    while (end < pieces.length && pieces[end]!.marks.has(mark)) end += 1
    if (!widest || end > widest.end) widest = { mark, end }
  }
  return widest
}

function nested(pieces: readonly Piece[]): MarkupInline[] {
  const out: MarkupInline[] = []
  for (let at = 0; at < pieces.length; ) {
    const piece = pieces[at]!
    const widest = widestMark(pieces, at)
    if (widest) {
      const inside = pieces.slice(at, widest.end).map((one) => ({ ...one, marks: new Set(one.marks) }))
      for (const { marks } of inside) marks.delete(widest.mark)
      const children = nested(inside)
      if (widest.mark.startsWith(LINK)) out.push(linkNodeTo(widest.mark.slice(LINK.length), children))
      else out.push({ kind: widest.mark === MARKS.strong ? 'strong' : 'emphasis', children })
      at = widest.end
      continue
    }
    at += 1
    const last = out.at(-1)
    const image = imageOf(piece)
    if (image) out.push(image)
    else if (piece.text === null) out.push({ kind: 'break' })
    else if (isCode(piece) && last?.kind === 'code') last.text += piece.text
    else if (isCode(piece)) out.push({ kind: 'code', text: piece.text })
    else if (last?.kind === 'text') last.text += piece.text
    else out.push({ kind: 'text', text: piece.text })
  }
  return out
}

/** A break inside a mark has that mark where both sides have it: marks then span lines. */
function markBreaks(pieces: Piece[]): void {
  for (const [index, piece] of pieces.entries()) {
    if (piece.text !== null) continue
    const before = pieces[index - 1]?.marks ?? new Set()
    const after = pieces.slice(index + 1).find(({ text }) => text !== null)?.marks ?? new Set()
    piece.marks = new Set([...before].filter((mark) => mark !== MARKS.code && after.has(mark)))
  }
}

/** The inline markup of a paragraph, heading or cell. */
export function inlinesOf(nodes: readonly DocumentNode[]): MarkupInline[] {
  const pieces = trimmed(nodes.flatMap(piecesOf))
  markBreaks(pieces)
  unmarkEdges(pieces)
  return nested(pieces)
}

/** Inline markup as nodes: marks in place of nesting. */
export function inlineNodes(list: readonly MarkupInline[], marks: readonly DocumentMark[] = []): DocumentNode[] {
  const marked = (node: DocumentNode, own: readonly DocumentMark[]): DocumentNode =>
    own.length > 0 ? { ...node, marks: [...own] } : node
  return list.flatMap((inline): DocumentNode[] => {
    if (inline.kind === 'break') return [{ type: 'hardBreak' }]
    if (inline.kind === 'text') return inline.text === '' ? [] : [marked({ type: 'text', text: inline.text }, marks)]
    if (inline.kind === 'image') return [marked({ type: 'image', attrs: { src: inline.src, alt: inline.alt } }, marks)]
    if (inline.kind === 'code') return [marked({ type: 'text', text: inline.text }, [...marks, { type: MARKS.code }])]
    const mark =
      inline.kind === 'link' ? { type: MARKS.link, attrs: { href: inline.href } } : { type: MARKS[inline.kind] }
    const isNew = !marks.some(({ type }) => type === mark.type)
    return inlineNodes(inline.children, isNew ? [...marks, mark] : marks)
  })
}
