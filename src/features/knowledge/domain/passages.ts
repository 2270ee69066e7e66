import { markupToPlainText } from '../../../kernel/markup.ts'
import { takeMarks } from './place-marks.ts'

/** A passage of a longer text, as it is indexed and shown. */
export interface Passage {
  /** The headings above it, outermost first. */
  heading_path: string[]
  text: string
  /** The number of the page or slide it begins on, where the text carries marks. */
  page?: number
}

/**
 * Length of passages in characters: a passage ends after `target` where a block allows it, and at `max` in any case.
 */
export interface PassageSize {
  target: number
  max: number
}

/** About a screenful: a passage holds one thought and can be shown whole. */
export const PASSAGE_SIZE: PassageSize = { target: 900, max: 1600 }

/** Opening of a code block, with its signs. */
const FENCE = /^\s*(`{3,}|~{3,})/
const TABLE_ROW = /^\s*\|.*\|\s*$/
const LIST_ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s/

/** A longer line is not a heading but text. */
const HEADING_MAX = 500

interface Heading {
  level: number
  title: string
}

type Block = { heading: Heading } | { text: string }

/** A Markdown heading, without the signs that may close it. Step by step: a line may be as long as a file. */
function headingOf(line: string): Heading | null {
  const [signs] = /^#{1,6}(?=\s)/.exec(line) ?? []
  if (!signs) return null
  const text = line.slice(signs.length).trim()
  let end = text.length
  while (text[end - 1] === '#') end--
  const marked = end === 0 || /\s/.test(text[end - 1] ?? '') ? text.slice(0, end).trimEnd() : text
  if (marked.length > HEADING_MAX) return null
  const title = markupToPlainText(marked).replace(/\s+/g, ' ')
  return title === '' ? null : { level: signs.length, title }
}

/** Splits Markdown into blocks: paragraphs, lists, tables and fenced code; a heading is a block of its own. */
function* blocks(text: string): Generator<Block> {
  let lines: string[] = []
  let fence = ''
  const take = () => {
    const block = lines.join('\n').replace(/^\n+/, '').trimEnd()
    lines = []
    return block
  }
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    const [, signs = ''] = FENCE.exec(line) ?? []
    if (fence === '') fence = signs
    else if (signs.startsWith(fence)) fence = ''
    const heading = fence ? null : headingOf(line)
    if (heading || (!fence && line.trim() === '')) {
      const block = take()
      if (block) yield { text: block }
      if (heading) yield { heading }
    } else lines.push(line)
  }
  const block = take()
  if (block) yield { text: block }
}

/** The smallest parts a block may be cut into: rows, items with their continuation lines, lines of code, sentences. */
function atoms(block: string, size: PassageSize): string[] {
  const lines = block.split('\n')
  if (FENCE.test(lines[0] ?? '') || lines.every((line) => TABLE_ROW.test(line))) return lines.map((line) => `${line}\n`)
  if (lines.some((line) => LIST_ITEM.test(line))) {
    const items: string[] = []
    for (const line of lines) {
      if (items.length === 0 || LIST_ITEM.test(line)) items.push(`${line}\n`)
      else items[items.length - 1] += `${line}\n`
    }
    return items.flatMap((item) => (item.length > size.max ? sentencesOf(item, size) : [item]))
  }
  return sentencesOf(block, size)
}

const sentencesOf = (text: string, size: PassageSize): string[] =>
  text.split(/(?<=[.!?؟।]["”’)]*\s)|(?<=[。！？])|(?<=\n)/u).flatMap((sentence) => cutLong(sentence, size))

/** A single sentence longer than a passage may be is cut between words: there is no better place. */
function cutLong(sentence: string, { target, max }: PassageSize): string[] {
  const out: string[] = []
  let rest = sentence
  while (rest.length > max) {
    const space = rest.lastIndexOf(' ', target)
    const end = space > 0 ? space + 1 : target
    out.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return [...out, rest]
}

/** Returns the lines that are repeated above each part of a split block: a table's header, a code block's fence. */
function frame(block: string): { before: string; after: string; skip: number } {
  const [first = '', second = ''] = block.split('\n')
  const [, signs] = FENCE.exec(first) ?? []
  if (signs) return { before: `${first}\n`, after: `\n${signs}`, skip: 1 }
  if (TABLE_ROW.test(first) && /^[\s|:-]+$/.test(second)) return { before: `${first}\n${second}\n`, after: '', skip: 2 }
  return { before: '', after: '', skip: 0 }
}

function pieces(block: string, size: PassageSize): string[] {
  if (block.length <= size.max) return [block]
  const { before, after, skip } = frame(block)
  const parts = atoms(block, size).slice(skip)
  if (after && FENCE.test(parts.at(-1) ?? '')) parts.pop()
  const out: string[] = []
  let current = ''
  for (const part of parts) {
    if (current && current.length + part.length > size.target) {
      out.push(current)
      current = ''
    }
    current += part
  }
  if (current.trim()) out.push(current)
  return out.map((piece) => before + piece.trimEnd() + after)
}

/** Consecutive passages of one section as one text, in which code that had to be cut is one block again. */
export function joinPassages(texts: readonly string[], { target }: PassageSize = PASSAGE_SIZE): string {
  let joined = ''
  for (const text of texts) {
    const [first = '', second = ''] = text.split('\n', 2)
    const [, signs] = FENCE.exec(first) ?? []
    const before = joined.lastIndexOf(`${first}\n`)
    // Only a part that had no room for the next line was cut there; shorter blocks were two from the beginning.
    const wasCut =
      signs && before >= 0 && joined.endsWith(`\n${signs}`) && joined.length - before + second.length > target
    if (wasCut) joined = `${joined.slice(0, -signs.length)}${text.slice(first.length + 1)}`
    else joined += joined ? `\n\n${text}` : text
  }
  return joined
}

/** Removes page marks from consecutive passages; drops passages without other content. */
function withPages(passages: Passage[]): Passage[] {
  let page: number | undefined
  const out: Passage[] = []
  for (const passage of passages) {
    const { text, marks } = takeMarks(passage.text)
    if (marks[0]?.at === 0) page = marks[0].number
    const trimmed = text.trim()
    if (trimmed !== '') out.push({ ...passage, text: trimmed, ...(page === undefined ? {} : { page }) })
    page = marks.at(-1)?.number ?? page
  }
  return out
}

/** Ends with what introduces the next block: a list, a table, code. */
const announces = (text: string): boolean =>
  /[:：]\**\s*$/u.test(text) || /(?:^|\n)\*\*[^*\n]{2,80}\*\*\s*$/u.test(text)

/**
 * Splits a text into passages that never cross a heading and never cut a sentence, list item, table row or line of code
 * that fits into one.
 */
export function splitPassages(text: string, size: PassageSize = PASSAGE_SIZE): Passage[] {
  const out: Passage[] = []
  const path: { level: number; title: string }[] = []
  let current = ''
  const flush = () => {
    if (current.trim()) out.push({ heading_path: path.map((h) => h.title), text: current })
    current = ''
  }
  for (const block of blocks(text)) {
    if ('heading' in block) {
      flush()
      while ((path.at(-1)?.level ?? 0) >= block.heading.level) path.pop()
      path.push(block.heading)
      continue
    }
    for (const piece of pieces(block.text, size)) {
      if (current && current.length + piece.length > (announces(current) ? size.max : size.target)) flush()
      current += current ? `\n\n${piece}` : piece
    }
  }
  flush()
  return text.includes('\f') ? withPages(out) : out
}
