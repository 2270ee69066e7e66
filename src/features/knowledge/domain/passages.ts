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
const FENCE_OPENING = /^\s*(`{3,}|~{3,})/
const TABLE_ROW = /^\s*\|.*\|\s*$/
const LIST_ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s/

/** A longer line is not a heading but text. */
const MAX_HEADING_LENGTH = 500

interface Heading {
  level: number
  title: string
}

type Block = { heading: Heading } | { text: string }

/** A Markdown heading, without the signs that may close it. Step by step: a line may be as long as a file. */
function parseHeading(line: string): Heading | null {
  const [signs] = /^#{1,6}(?=\s)/.exec(line) ?? []
  if (!signs) return null
  const headingText = line.slice(signs.length).trim()
  let textEnd = headingText.length
  while (headingText[textEnd - 1] === '#') textEnd--
  const headingMarkup =
    textEnd === 0 || /\s/.test(headingText[textEnd - 1] ?? '') ? headingText.slice(0, textEnd).trimEnd() : headingText
  if (headingMarkup.length > MAX_HEADING_LENGTH) return null
  const title = markupToPlainText(headingMarkup).replace(/\s+/g, ' ')
  return title === '' ? null : { level: signs.length, title }
}

/** Splits Markdown into blocks: paragraphs, lists, tables and fenced code; a heading is a block of its own. */
function* parseBlocks(markdown: string): Generator<Block> {
  let blockLines: string[] = []
  let openFence = ''
  const takeBlock = () => {
    const blockText = blockLines.join('\n').replace(/^\n+/, '').trimEnd()
    blockLines = []
    return blockText
  }
  for (const line of markdown.replace(/\r\n?/g, '\n').split('\n')) {
    const [, signs = ''] = FENCE_OPENING.exec(line) ?? []
    if (openFence === '') openFence = signs
    else if (signs.startsWith(openFence)) openFence = ''
    const heading = openFence ? null : parseHeading(line)
    if (heading || (!openFence && line.trim() === '')) {
      const blockText = takeBlock()
      if (blockText) yield { text: blockText }
      if (heading) yield { heading }
    } else blockLines.push(line)
  }
  const blockText = takeBlock()
  if (blockText) yield { text: blockText }
}

/** The smallest parts a block may be cut into: rows, items with their continuation lines, lines of code, sentences. */
function splitBlock(block: string, passageSize: PassageSize): string[] {
  const lines = block.split('\n')
  if (FENCE_OPENING.test(lines[0] ?? '') || lines.every((line) => TABLE_ROW.test(line)))
    return lines.map((line) => `${line}\n`)
  if (lines.some((line) => LIST_ITEM.test(line))) {
    const listItems: string[] = []
    for (const line of lines) {
      if (listItems.length === 0 || LIST_ITEM.test(line)) listItems.push(`${line}\n`)
      else listItems[listItems.length - 1] += `${line}\n`
    }
    return listItems.flatMap((listItem) =>
      listItem.length > passageSize.max ? splitSentences(listItem, passageSize) : [listItem],
    )
  }
  return splitSentences(block, passageSize)
}

const splitSentences = (text: string, passageSize: PassageSize): string[] =>
  text
    .split(/(?<=[.!?؟।]["”’)]*\s)|(?<=[。！？])|(?<=\n)/u)
    .flatMap((sentence) => cutLongSentence(sentence, passageSize))

/** A single sentence longer than a passage may be is cut between words: there is no better place. */
function cutLongSentence(sentence: string, { target, max }: PassageSize): string[] {
  const sentenceParts: string[] = []
  let remainingText = sentence
  while (remainingText.length > max) {
    const lastSpace = remainingText.lastIndexOf(' ', target)
    const cutOffset = lastSpace > 0 ? lastSpace + 1 : target
    sentenceParts.push(remainingText.slice(0, cutOffset))
    remainingText = remainingText.slice(cutOffset)
  }
  return [...sentenceParts, remainingText]
}

/** Returns the lines that are repeated above each part of a split block: a table's header, a code block's fence. */
function repeatedFrame(block: string): { before: string; after: string; skip: number } {
  const [first = '', second = ''] = block.split('\n')
  const [, signs] = FENCE_OPENING.exec(first) ?? []
  if (signs) return { before: `${first}\n`, after: `\n${signs}`, skip: 1 }
  if (TABLE_ROW.test(first) && /^[\s|:-]+$/.test(second)) return { before: `${first}\n${second}\n`, after: '', skip: 2 }
  return { before: '', after: '', skip: 0 }
}

function blockPieces(block: string, passageSize: PassageSize): string[] {
  if (block.length <= passageSize.max) return [block]
  const { before, after, skip } = repeatedFrame(block)
  const blockParts = splitBlock(block, passageSize).slice(skip)
  if (after && FENCE_OPENING.test(blockParts.at(-1) ?? '')) blockParts.pop()
  const pieceTexts: string[] = []
  let currentPiece = ''
  for (const blockPart of blockParts) {
    if (currentPiece && currentPiece.length + blockPart.length > passageSize.target) {
      pieceTexts.push(currentPiece)
      currentPiece = ''
    }
    currentPiece += blockPart
  }
  if (currentPiece.trim()) pieceTexts.push(currentPiece)
  return pieceTexts.map((piece) => before + piece.trimEnd() + after)
}

/** Consecutive passages of one section as one text, in which code that had to be cut is one block again. */
export function joinPassages(texts: readonly string[], { target }: PassageSize = PASSAGE_SIZE): string {
  let joinedText = ''
  for (const passageText of texts) {
    const [first = '', second = ''] = passageText.split('\n', 2)
    const [, signs] = FENCE_OPENING.exec(first) ?? []
    const fenceStart = joinedText.lastIndexOf(`${first}\n`)
    // Only a part that had no room for the next line was cut there; shorter blocks were two from the beginning.
    const wasCut =
      signs &&
      fenceStart >= 0 &&
      joinedText.endsWith(`\n${signs}`) &&
      joinedText.length - fenceStart + second.length > target
    if (wasCut) joinedText = `${joinedText.slice(0, -signs.length)}${passageText.slice(first.length + 1)}`
    else joinedText += joinedText ? `\n\n${passageText}` : passageText
  }
  return joinedText
}

/** Removes page marks from consecutive passages; drops passages without other content. */
function assignPages(passages: Passage[]): Passage[] {
  let currentPage: number | undefined
  const numberedPassages: Passage[] = []
  for (const passage of passages) {
    const { text, marks } = takeMarks(passage.text)
    if (marks[0]?.at === 0) currentPage = marks[0].number
    const trimmedText = text.trim()
    if (trimmedText !== '')
      numberedPassages.push({
        ...passage,
        text: trimmedText,
        ...(currentPage === undefined ? {} : { page: currentPage }),
      })
    currentPage = marks.at(-1)?.number ?? currentPage
  }
  return numberedPassages
}

/** Ends with what introduces the next block: a list, a table, code. */
const introducesNext = (text: string): boolean =>
  /[:：]\**\s*$/u.test(text) || /(?:^|\n)\*\*[^*\n]{2,80}\*\*\s*$/u.test(text)

/**
 * Splits a text into passages that never cross a heading and never cut a sentence, list item, table row or line of code
 * that fits into one.
 */
export function splitPassages(markdown: string, passageSize: PassageSize = PASSAGE_SIZE): Passage[] {
  const passages: Passage[] = []
  const headingPath: { level: number; title: string }[] = []
  let currentText = ''
  const flushPassage = () => {
    if (currentText.trim())
      passages.push({ heading_path: headingPath.map((heading) => heading.title), text: currentText })
    currentText = ''
  }
  for (const block of parseBlocks(markdown)) {
    if ('heading' in block) {
      flushPassage()
      while ((headingPath.at(-1)?.level ?? 0) >= block.heading.level) headingPath.pop()
      headingPath.push(block.heading)
      continue
    }
    for (const piece of blockPieces(block.text, passageSize)) {
      if (
        currentText &&
        currentText.length + piece.length > (introducesNext(currentText) ? passageSize.max : passageSize.target)
      )
        flushPassage()
      currentText += currentText ? `\n\n${piece}` : piece
    }
  }
  flushPassage()
  return markdown.includes('\f') ? assignPages(passages) : passages
}
