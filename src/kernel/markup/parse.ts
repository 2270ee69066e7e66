import type { MarkupBlock, MarkupOptions } from './blocks.ts'
import { calloutToneOf, isAlert } from './callouts.ts'
import { parseInline } from './inline.ts'
import { readList, readMarker } from './lists.ts'

/** Deeper lists and quotes are read as text. */
const MAX_DEPTH = 8
const FENCE_LINE = /^ {0,12}(`{3,}|~{3,})/u
const HEADING_LINE = /^ {0,3}(#{1,6})(?:\s+(.*))?$/u
const UNDERLINE = /^ {0,3}(=+|-{2,})\s*$/u
const RULE_LINE = /^ {0,3}(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/u
const DELIMITERS = /^ *\|? *:?-+:? *(?:\| *:?-+:? *)*\|? *$/u
/** Address of links elsewhere in the text: `[name]: https://…`. It is no text of its own. */
const LINK_DEFINITION = /^ {0,3}\[[^\]\n^][^\]\n]{0,200}\]: +<?(?:https?:\/\/|mailto:|[./#])\S*(?: +["'(].*["')])? *$/u
const QUOTE_SIGN = /^ {0,3}> ?/u
const CODE_LINE = /^ {4}\S/u
const INDENTED_LINE = /^ {4,}\S/u
const CODE_SIGNS = /<[a-z]|[{};=$]|^\s*[\w.-]+ -{1,2}\w/iu
const INVISIBLE = /[^\P{Cc}\n]|[\u200b\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff]/gu

/** Reads a text into blocks; any string is valid. Linear in the text's length. */
export function parseMarkup(sourceText: string, markupOptions: MarkupOptions = {}): MarkupBlock[] {
  const sourceLines = sourceText.replace(/\r\n?/gu, '\n').replace(/\t/gu, '    ').replace(INVISIBLE, '').split('\n')
  return parseLines(sourceLines, markupOptions, 0)
}

function parseLines(sourceLines: string[], markupOptions: MarkupOptions, nestingDepth: number): MarkupBlock[] {
  const parsedBlocks: MarkupBlock[] = []
  let lineIndex = 0
  while (lineIndex < sourceLines.length) {
    const sourceLine = sourceLines[lineIndex]!
    const fenceMatch = FENCE_LINE.exec(sourceLine)
    const headingMatch = HEADING_LINE.exec(sourceLine)
    if (sourceLine.trim() === '' || RULE_LINE.test(sourceLine) || LINK_DEFINITION.test(sourceLine)) lineIndex += 1
    else if (fenceMatch) lineIndex = readFence(sourceLines, lineIndex, fenceMatch[1]!, parsedBlocks)
    else if (headingMatch) {
      const children = parseInline(withoutClosingSigns(headingMatch[2] ?? ''), markupOptions)
      if (children.length > 0) parsedBlocks.push({ kind: 'heading', level: headingMatch[1]!.length, children })
      lineIndex += 1
    } else if (isTableAt(sourceLines, lineIndex))
      lineIndex = readTable(sourceLines, lineIndex, parsedBlocks, markupOptions)
    else if (QUOTE_SIGN.test(sourceLine) && nestingDepth < MAX_DEPTH) {
      const quotedLines: string[] = []
      for (; lineIndex < sourceLines.length && QUOTE_SIGN.test(sourceLines[lineIndex]!); lineIndex += 1)
        quotedLines.push(sourceLines[lineIndex]!.replace(QUOTE_SIGN, ''))
      parsedBlocks.push(...readQuote(quotedLines, markupOptions, nestingDepth + 1))
    } else if (readMarker(sourceLine) && nestingDepth < MAX_DEPTH) {
      const { ordered, start, items: itemLines, end } = readList(sourceLines, lineIndex, endsParagraph)
      const listItems = itemLines
        .map((linesOfItem) => parseLines(linesOfItem, markupOptions, nestingDepth + 1))
        .filter((linesOfItem) => linesOfItem.length > 0)
      if (listItems.length > 0) parsedBlocks.push({ kind: 'list', ordered, start, items: listItems })
      lineIndex = end
    } else if (CODE_LINE.test(sourceLine)) lineIndex = readIndented(sourceLines, lineIndex, parsedBlocks, markupOptions)
    else lineIndex = readParagraph(sourceLines, lineIndex, parsedBlocks, markupOptions)
  }
  return parsedBlocks
}

/** A quote is read as its text; one that begins with an alert is a callout. */
function readQuote(sourceLines: string[], markupOptions: MarkupOptions, nestingDepth: number): MarkupBlock[] {
  const calloutTone = calloutToneOf(sourceLines[0] ?? '')
  const contentLines = sourceLines.filter(
    (sourceLine, lineIndex) => !isAlert(sourceLine) || (calloutTone && lineIndex > 0),
  )
  const children = parseLines(contentLines, markupOptions, nestingDepth)
  return calloutTone && children.length > 0 ? [{ kind: 'callout', tone: calloutTone, children }] : children
}

/** Signs at a heading's end belong to it. Step by step: a line may be as long as a file. */
function withoutClosingSigns(headingText: string): string {
  const trimmedHeading = headingText.trim()
  let titleEnd = trimmedHeading.length
  while (trimmedHeading[titleEnd - 1] === '#') titleEnd -= 1
  return titleEnd === 0 || /\s/u.test(trimmedHeading[titleEnd - 1] ?? '')
    ? trimmedHeading.slice(0, titleEnd).trimEnd()
    : trimmedHeading
}

function readFence(sourceLines: string[], firstLine: number, fenceSigns: string, parsedBlocks: MarkupBlock[]): number {
  const fenceIndent = sourceLines[firstLine]!.length - sourceLines[firstLine]!.trimStart().length
  const codeLines: string[] = []
  let lineIndex = firstLine + 1
  for (; lineIndex < sourceLines.length && !sourceLines[lineIndex]!.trim().startsWith(fenceSigns); lineIndex += 1)
    codeLines.push(dedented(sourceLines[lineIndex]!, fenceIndent))
  pushCode(codeLines, parsedBlocks)
  return lineIndex + 1
}

function readIndented(
  sourceLines: string[],
  firstLine: number,
  parsedBlocks: MarkupBlock[],
  markupOptions: MarkupOptions,
): number {
  const codeLines: string[] = []
  let endLine = firstLine
  for (let nextLine = firstLine; nextLine < sourceLines.length && INDENTED_LINE.test(sourceLines[nextLine]!); ) {
    const indentedPart: string[] = []
    for (; nextLine < sourceLines.length && INDENTED_LINE.test(sourceLines[nextLine]!); nextLine += 1)
      indentedPart.push(dedented(sourceLines[nextLine]!, 4))
    const isCode = indentedPart.some((sourceLine) => CODE_SIGNS.test(sourceLine))
    if (!isCode && codeLines.length > 0) break
    endLine = nextLine
    if (!isCode) {
      pushParagraph(
        indentedPart.map((sourceLine) => sourceLine.trim()),
        parsedBlocks,
        markupOptions,
      )
      return endLine
    }
    codeLines.push(...indentedPart)
    // Blank lines between parts belong to the code.
    for (; nextLine < sourceLines.length && sourceLines[nextLine]!.trim() === ''; nextLine += 1) codeLines.push('')
  }
  pushCode(codeLines, parsedBlocks)
  return endLine
}

const dedented = (sourceLine: string, indentWidth: number) =>
  sourceLine.slice(Math.min(indentWidth, sourceLine.length - sourceLine.trimStart().length))

function pushCode(sourceLines: string[], parsedBlocks: MarkupBlock[]): void {
  const codeText = sourceLines.join('\n').replace(/^\n+/u, '').trimEnd()
  if (codeText !== '') parsedBlocks.push({ kind: 'code', text: codeText })
}

const isTableAt = (sourceLines: string[], lineIndex: number): boolean =>
  sourceLines[lineIndex]!.includes('|') &&
  (sourceLines[lineIndex + 1]?.includes('|') ?? false) &&
  DELIMITERS.test(sourceLines[lineIndex + 1]!)

function readTable(
  sourceLines: string[],
  firstLine: number,
  parsedBlocks: MarkupBlock[],
  markupOptions: MarkupOptions,
): number {
  const parseCells = (sourceLine: string) =>
    sourceLine
      .trim()
      .replace(/^\|/u, '')
      .replace(/\|$/u, '')
      .split(/(?<!\\)\|/u)
      .map((cellText) => parseInline(cellText.replaceAll('\\|', '|').trim(), markupOptions))
  const headerCells = parseCells(sourceLines[firstLine]!)
  const tableRows: ReturnType<typeof parseCells>[] = []
  let lineIndex = firstLine + 2
  for (
    ;
    lineIndex < sourceLines.length && sourceLines[lineIndex]!.includes('|') && sourceLines[lineIndex]!.trim() !== '';
    lineIndex += 1
  )
    tableRows.push(parseCells(sourceLines[lineIndex]!).slice(0, headerCells.length))
  parsedBlocks.push({ kind: 'table', header: headerCells, rows: tableRows })
  return lineIndex
}

function readParagraph(
  sourceLines: string[],
  firstLine: number,
  parsedBlocks: MarkupBlock[],
  markupOptions: MarkupOptions,
): number {
  const paragraphLines = [sourceLines[firstLine]!.trimStart()]
  let lineIndex = firstLine + 1
  for (; lineIndex < sourceLines.length && sourceLines[lineIndex]!.trim() !== ''; lineIndex += 1) {
    const sourceLine = sourceLines[lineIndex]!
    if (paragraphLines.length === 1 && UNDERLINE.test(sourceLine)) {
      const children = parseInline(paragraphLines[0]!, markupOptions)
      if (children.length > 0) parsedBlocks.push({ kind: 'heading', level: sourceLine.includes('=') ? 1 : 2, children })
      return lineIndex + 1
    }
    if (endsParagraph(sourceLine) || isTableAt(sourceLines, lineIndex)) break
    paragraphLines.push(sourceLine.trimStart())
  }
  pushParagraph(paragraphLines, parsedBlocks, markupOptions)
  return lineIndex
}

function pushParagraph(sourceLines: string[], parsedBlocks: MarkupBlock[], markupOptions: MarkupOptions): void {
  const children = parseInline(sourceLines.join('\n').trimEnd(), markupOptions)
  if (children.length > 0) parsedBlocks.push({ kind: 'paragraph', children })
}

/** Inside a paragraph only "1." opens a numbered list: a line that happens to begin with "2024." stays prose. */
function endsParagraph(sourceLine: string): boolean {
  if (
    FENCE_LINE.test(sourceLine) ||
    HEADING_LINE.test(sourceLine) ||
    QUOTE_SIGN.test(sourceLine) ||
    RULE_LINE.test(sourceLine)
  )
    return true
  const marker = readMarker(sourceLine)
  return marker !== null && (!marker.ordered || marker.number === 1)
}
