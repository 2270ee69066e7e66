import type { MarkupBlock, MarkupInline } from '../../../kernel/markup.ts'
import { oneLine } from '../../../kernel/text.ts'

/** Words of a passage as its page shows them, and the part of an address that scrolls to them. */
export interface Quote {
  text: string
  /** A text directive, without what introduces it; null where there is nothing to search for. */
  directive: string | null
}

interface TextRun {
  text: string
  isCode: boolean
}

/** Fewer words are found anywhere on a page. */
const MIN_QUOTED_WORDS = 4
/** A longer run is named by its first and last words. */
const MAX_WHOLE_WORDS = 12
const FIRST_WORDS = 8
const LAST_WORDS = 4

/**
 * The passage's text in the order of its page, without the signs of lists and tables, which a page draws. The header of a
 * table at the beginning is left out: a passage repeats the header of the table that it continues.
 */
export function buildQuote(blocks: readonly MarkupBlock[]): Quote {
  const [first, ...rest] = blocks
  const textRuns = [...blockRuns(first?.kind === 'table' ? [{ ...first, header: [] }, ...rest] : blocks)].filter(
    ({ text }) => text !== '',
  )
  const text = textRuns
    .map((textRun, runIndex) => textRun.text + separatorAfter(textRun.text, runIndex === textRuns.length - 1))
    .join('')
  const proseRuns = textRuns.filter(({ isCode }) => !isCode)
  const isLongEnough = (textRun: TextRun) => wordRanges(textRun.text).length >= MIN_QUOTED_WORDS
  const quotedRun = proseRuns.find(isLongEnough) ?? textRuns.find(isLongEnough) ?? proseRuns[0] ?? textRuns[0]
  return { text, directive: quotedRun ? textDirective(quotedRun.text) : null }
}

const separatorAfter = (runText: string, isLast: boolean): string =>
  isLast ? '' : /[\p{P}\p{S}]$/u.test(runText) ? ' ' : ' · '

/** Pieces of text, each of which is in one element of a page. */
function* blockRuns(blocks: readonly MarkupBlock[]): Generator<TextRun> {
  for (const block of blocks) {
    if (block.kind === 'list') for (const item of block.items) yield* blockRuns(item)
    else if (block.kind === 'callout') yield* blockRuns(block.children)
    else if (block.kind === 'code')
      for (const line of block.text.split('\n')) yield { text: oneLine(line), isCode: true }
    else if (block.kind === 'table') for (const cell of [block.header, ...block.rows].flat()) yield* inlineRuns(cell)
    else yield* inlineRuns(block.children)
  }
}

function* inlineRuns(inlines: readonly MarkupInline[]): Generator<TextRun> {
  for (const line of inlineText(inlines).split('\n')) yield { text: oneLine(line), isCode: false }
}

/** A line break ends a run; a line that the text was wrapped at does not. */
const inlineText = (inlines: readonly MarkupInline[]): string =>
  inlines
    .map((inline) => {
      if (inline.kind === 'break' || inline.kind === 'image') return '\n'
      return 'text' in inline ? inline.text.replaceAll('\n', ' ') : inlineText(inline.children)
    })
    .join('')

const wordSegmenter = new Intl.Segmenter('und', { granularity: 'word' })

const wordRanges = (runText: string) =>
  [...wordSegmenter.segment(runText)].flatMap(({ segment, index, isWordLike }) =>
    isWordLike ? [{ start: index, end: index + segment.length }] : [],
  )

/** `textStart` or `textStart,textEnd` (URL Fragment Text Directives). */
function textDirective(runText: string): string | null {
  const ranges = wordRanges(runText)
  const [first] = ranges
  const lastWord = ranges.at(-1)
  if (!first || !lastWord) return null
  if (ranges.length <= MAX_WHOLE_WORDS) return encodeTerm(runText.slice(first.start, lastWord.end))
  const startTerm = runText.slice(first.start, ranges[FIRST_WORDS - 1]?.end)
  const endTerm = runText.slice(ranges[ranges.length - LAST_WORDS]?.start, lastWord.end)
  return `${encodeTerm(startTerm)},${encodeTerm(endTerm)}`
}

/** A hyphen, a comma and an ampersand have a meaning in a directive; only the hyphen is left by the language's function. */
const encodeTerm = (runText: string): string => encodeURIComponent(runText.toWellFormed()).replaceAll('-', '%2D')

/** An address that opens at the quote: by its words where browsers can, else at `anchor`. */
export function atQuote(address: string, { directive }: Quote, anchor = ''): string {
  const [page = '', given = ''] = address.split('#', 2)
  const fragment = (given || anchor) + (directive === null ? '' : `:~:text=${directive}`)
  return fragment === '' ? page : `${page}#${fragment}`
}
