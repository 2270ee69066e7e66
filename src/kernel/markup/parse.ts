import type { MarkupBlock, MarkupOptions } from './blocks.ts'
import { isAlert, toneOf } from './callouts.ts'
import { parseInline } from './inline.ts'
import { readList, readMarker } from './lists.ts'

/** Deeper lists and quotes are read as text. */
const MAX_DEPTH = 8
const FENCE = /^ {0,12}(`{3,}|~{3,})/u
const HEADING = /^ {0,3}(#{1,6})(?:\s+(.*))?$/u
const UNDERLINE = /^ {0,3}(=+|-{2,})\s*$/u
const RULE = /^ {0,3}(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/u
const DELIMITERS = /^ *\|? *:?-+:? *(?:\| *:?-+:? *)*\|? *$/u
/** Address of links elsewhere in the text: `[name]: https://…`. It is no text of its own. */
const LINK_DEFINITION = /^ {0,3}\[[^\]\n^][^\]\n]{0,200}\]: +<?(?:https?:\/\/|mailto:|[./#])\S*(?: +["'(].*["')])? *$/u
const QUOTE = /^ {0,3}> ?/u
const CODE_LINE = /^ {4}\S/u
const INDENTED_LINE = /^ {4,}\S/u
const CODE_SIGNS = /<[a-z]|[{};=$]|^\s*[\w.-]+ -{1,2}\w/iu
const INVISIBLE = /[^\P{Cc}\n]|[\u200b\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff]/gu

/** Reads a text into blocks; any string is valid. Linear in the text's length. */
export function parseMarkup(text: string, options: MarkupOptions = {}): MarkupBlock[] {
  const lines = text.replace(/\r\n?/gu, '\n').replace(/\t/gu, '    ').replace(INVISIBLE, '').split('\n')
  return parseLines(lines, options, 0)
}

function parseLines(lines: string[], options: MarkupOptions, depth: number): MarkupBlock[] {
  const out: MarkupBlock[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at]!
    const fence = FENCE.exec(line)
    const heading = HEADING.exec(line)
    if (line.trim() === '' || RULE.test(line) || LINK_DEFINITION.test(line)) at += 1
    else if (fence) at = readFence(lines, at, fence[1]!, out)
    else if (heading) {
      const children = parseInline(withoutClosingSigns(heading[2] ?? ''), options)
      if (children.length > 0) out.push({ kind: 'heading', level: heading[1]!.length, children })
      at += 1
    } else if (isTableAt(lines, at)) at = readTable(lines, at, out, options)
    else if (QUOTE.test(line) && depth < MAX_DEPTH) {
      const quoted: string[] = []
      for (; at < lines.length && QUOTE.test(lines[at]!); at += 1) quoted.push(lines[at]!.replace(QUOTE, ''))
      out.push(...readQuote(quoted, options, depth + 1))
    } else if (readMarker(line) && depth < MAX_DEPTH) {
      const { ordered, start, items: itemLines, end } = readList(lines, at, endsParagraph)
      const items = itemLines.map((item) => parseLines(item, options, depth + 1)).filter((item) => item.length > 0)
      if (items.length > 0) out.push({ kind: 'list', ordered, start, items })
      at = end
    } else if (CODE_LINE.test(line)) at = readIndented(lines, at, out, options)
    else at = readParagraph(lines, at, out, options)
  }
  return out
}

/** A quote is read as its text; one that begins with an alert is a callout. */
function readQuote(lines: string[], options: MarkupOptions, depth: number): MarkupBlock[] {
  const tone = toneOf(lines[0] ?? '')
  const text = lines.filter((line, index) => !isAlert(line) || (tone && index > 0))
  const children = parseLines(text, options, depth)
  return tone && children.length > 0 ? [{ kind: 'callout', tone, children }] : children
}

/** Signs at a heading's end belong to it. Step by step: a line may be as long as a file. */
function withoutClosingSigns(text: string): string {
  const title = text.trim()
  let end = title.length
  while (title[end - 1] === '#') end -= 1
  return end === 0 || /\s/u.test(title[end - 1] ?? '') ? title.slice(0, end).trimEnd() : title
}

function readFence(lines: string[], start: number, fence: string, out: MarkupBlock[]): number {
  const indent = lines[start]!.length - lines[start]!.trimStart().length
  const code: string[] = []
  let at = start + 1
  for (; at < lines.length && !lines[at]!.trim().startsWith(fence); at += 1) code.push(dedented(lines[at]!, indent))
  pushCode(code, out)
  return at + 1
}

function readIndented(lines: string[], start: number, out: MarkupBlock[], options: MarkupOptions): number {
  const code: string[] = []
  let end = start
  for (let next = start; next < lines.length && INDENTED_LINE.test(lines[next]!); ) {
    const part: string[] = []
    for (; next < lines.length && INDENTED_LINE.test(lines[next]!); next += 1) part.push(dedented(lines[next]!, 4))
    const isCode = part.some((line) => CODE_SIGNS.test(line))
    if (!isCode && code.length > 0) break
    end = next
    if (!isCode) {
      pushParagraph(
        part.map((line) => line.trim()),
        out,
        options,
      )
      return end
    }
    code.push(...part)
    // Blank lines between parts belong to the code.
    for (; next < lines.length && lines[next]!.trim() === ''; next += 1) code.push('')
  }
  pushCode(code, out)
  return end
}

const dedented = (line: string, indent: number) => line.slice(Math.min(indent, line.length - line.trimStart().length))

function pushCode(lines: string[], out: MarkupBlock[]): void {
  const text = lines.join('\n').replace(/^\n+/u, '').trimEnd()
  if (text !== '') out.push({ kind: 'code', text })
}

const isTableAt = (lines: string[], at: number): boolean =>
  lines[at]!.includes('|') && (lines[at + 1]?.includes('|') ?? false) && DELIMITERS.test(lines[at + 1]!)

function readTable(lines: string[], start: number, out: MarkupBlock[], options: MarkupOptions): number {
  const cells = (line: string) =>
    line
      .trim()
      .replace(/^\|/u, '')
      .replace(/\|$/u, '')
      .split(/(?<!\\)\|/u)
      .map((cell) => parseInline(cell.replaceAll('\\|', '|').trim(), options))
  const header = cells(lines[start]!)
  const rows: ReturnType<typeof cells>[] = []
  let at = start + 2
  for (; at < lines.length && lines[at]!.includes('|') && lines[at]!.trim() !== ''; at += 1)
    rows.push(cells(lines[at]!).slice(0, header.length))
  out.push({ kind: 'table', header, rows })
  return at
}

function readParagraph(lines: string[], start: number, out: MarkupBlock[], options: MarkupOptions): number {
  const text = [lines[start]!.trimStart()]
  let at = start + 1
  for (; at < lines.length && lines[at]!.trim() !== ''; at += 1) {
    const line = lines[at]!
    if (text.length === 1 && UNDERLINE.test(line)) {
      const children = parseInline(text[0]!, options)
      if (children.length > 0) out.push({ kind: 'heading', level: line.includes('=') ? 1 : 2, children })
      return at + 1
    }
    if (endsParagraph(line) || isTableAt(lines, at)) break
    text.push(line.trimStart())
  }
  pushParagraph(text, out, options)
  return at
}

function pushParagraph(lines: string[], out: MarkupBlock[], options: MarkupOptions): void {
  const children = parseInline(lines.join('\n').trimEnd(), options)
  if (children.length > 0) out.push({ kind: 'paragraph', children })
}

/** Inside a paragraph only "1." opens a numbered list: a line that happens to begin with "2024." stays prose. */
function endsParagraph(line: string): boolean {
  if (FENCE.test(line) || HEADING.test(line) || QUOTE.test(line) || RULE.test(line)) return true
  const marker = readMarker(line)
  return marker !== null && (!marker.ordered || marker.number === 1)
}
