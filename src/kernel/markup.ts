import { type MarkupInline, parseInline } from './markup-inline.ts'

export type { MarkupInline } from './markup-inline.ts'

/**
 * The markup allowed in texts of users and models: paragraphs, bold, numbered and bulleted lists, line breaks and bare
 * http(s) URLs. Everything else, including HTML, stays text; renderers put it into text nodes only.
 */
export type MarkupBlock =
  | { kind: 'paragraph'; children: MarkupInline[] }
  /** `start` is the first item's number; 1 for bullets. */
  | { kind: 'list'; ordered: boolean; start: number; items: MarkupInline[][] }

/** A paragraph's or an item's lines before their inline markup is read. */
type Draft = { ordered: boolean | null; start: number; entries: string[][] }

const NUMBERED = /^( *)(\d{1,4})[.)] +(\S.*)$/
const BULLETED = /^( *)[-*•] +(\S.*)$/
const CONTINUATION = /^ {2,}\S/
// Everything invisible that could hide or reorder what the reader sees, and the controls no text needs.
const INVISIBLE = /[^\P{Cc}\n]|[\u200b\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff]/gu

/** Reads a text into blocks; any string is valid, and none throws. Linear in the text's length. */
export function parseMarkup(text: string): MarkupBlock[] {
  const drafts: Draft[] = []
  let open: Draft | null = null
  let afterBlank = true

  for (const line of linesOf(text)) {
    if (line.trim() === '') {
      afterBlank = true
      continue
    }
    const marker = readMarker(line)
    const isItem = marker !== null && startsItem(marker, open, afterBlank)
    if (marker && isItem) {
      if (open !== null && continuesList(marker, open)) open.entries.push([marker.text])
      else {
        open = { ordered: marker.ordered, start: marker.number, entries: [[marker.text]] }
        drafts.push(open)
      }
    } else if (open !== null && belongsTo(open, line, afterBlank)) {
      open.entries.at(-1)?.push(line.trim())
    } else {
      open = { ordered: null, start: 1, entries: [[line.trim()]] }
      drafts.push(open)
    }
    afterBlank = false
  }
  return drafts.map(toBlock)
}

/** The same text without markup: for search excerpts, structured data, page descriptions and the clipboard. */
export function markupToPlainText(text: string): string {
  return parseMarkup(text)
    .map((block) => {
      if (block.kind === 'paragraph') return inlineText(block.children)
      return block.items
        .map((item, index) => `${block.ordered ? `${block.start + index}.` : '•'} ${inlineText(item)}`)
        .join('\n')
    })
    .join('\n\n')
}

/** The words of inline markup, line breaks kept. */
export function inlineText(children: MarkupInline[]): string {
  return children
    .map((child) => {
      if (child.kind === 'break') return '\n'
      return child.kind === 'strong' ? inlineText(child.children) : child.text
    })
    .join('')
}

function linesOf(text: string): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, '  ')
    .replace(INVISIBLE, '')
    .split('\n')
    .map((line) => line.trimEnd())
}

interface Marker {
  ordered: boolean
  number: number
  text: string
}

function readMarker(line: string): Marker | null {
  const numbered = NUMBERED.exec(line)
  if (numbered) return { ordered: true, number: Number(numbered[2]), text: numbered[3] ?? '' }
  const bulleted = BULLETED.exec(line)
  return bulleted ? { ordered: false, number: 1, text: bulleted[2] ?? '' } : null
}

/** Inside a paragraph only "1." opens a list, so that a line that happens to begin with "2024." stays prose. */
const startsItem = (marker: Marker, open: Draft | null, afterBlank: boolean) =>
  afterBlank || open === null || open.ordered !== null || !marker.ordered || marker.number === 1

/** A number that restarts at 1 is a new list, unless every item is written as "1.". */
function continuesList(marker: Marker, open: Draft): boolean {
  if (open.ordered !== marker.ordered) return false
  return !marker.ordered || marker.number > open.start || (marker.number === 1 && open.start === 1)
}

/** Prose joins the paragraph above; below a list it joins the last item only where it is indented. */
const belongsTo = (open: Draft, line: string, afterBlank: boolean) =>
  open.ordered === null ? !afterBlank : CONTINUATION.test(line)

function toBlock(draft: Draft): MarkupBlock {
  const inline = draft.entries.map((lines) => parseInline(lines.join('\n')))
  if (draft.ordered === null) return { kind: 'paragraph', children: inline[0] ?? [] }
  return { kind: 'list', ordered: draft.ordered, start: draft.start, items: inline }
}
