import type { MarkupBlock, MarkupInline } from '../../../kernel/markup.ts'
import { oneLine } from '../../../kernel/text.ts'

/** Words of a passage as its page shows them, and the part of an address that scrolls to them. */
export interface Quote {
  text: string
  /** A text directive, without what introduces it; null where there is nothing to search for. */
  directive: string | null
}

interface Run {
  text: string
  isCode: boolean
}

/** Fewer words are found anywhere on a page. */
const WORDS_MIN = 4
/** A longer run is named by its first and last words. */
const WHOLE_MAX = 12
const FIRST_WORDS = 8
const LAST_WORDS = 4

/**
 * The passage's text in the order of its page, without the signs of lists and tables, which a page draws. The header of a
 * table at the beginning is left out: a passage repeats the header of the table that it continues.
 */
export function quoteOf(blocks: readonly MarkupBlock[]): Quote {
  const [first, ...rest] = blocks
  const runs = [...runsOf(first?.kind === 'table' ? [{ ...first, header: [] }, ...rest] : blocks)].filter(
    ({ text }) => text !== '',
  )
  const text = runs.map((run, index) => run.text + separatorAfter(run.text, index === runs.length - 1)).join('')
  const prose = runs.filter(({ isCode }) => !isCode)
  const isLongEnough = (run: Run) => wordsOf(run.text).length >= WORDS_MIN
  const chosen = prose.find(isLongEnough) ?? runs.find(isLongEnough) ?? prose[0] ?? runs[0]
  return { text, directive: chosen ? directiveOf(chosen.text) : null }
}

const separatorAfter = (text: string, isLast: boolean): string =>
  isLast ? '' : /[\p{P}\p{S}]$/u.test(text) ? ' ' : ' · '

/** Pieces of text, each of which is in one element of a page. */
function* runsOf(blocks: readonly MarkupBlock[]): Generator<Run> {
  for (const block of blocks) {
    if (block.kind === 'list') for (const item of block.items) yield* runsOf(item)
    else if (block.kind === 'callout') yield* runsOf(block.children)
    else if (block.kind === 'code')
      for (const line of block.text.split('\n')) yield { text: oneLine(line), isCode: true }
    else if (block.kind === 'table') for (const cell of [block.header, ...block.rows].flat()) yield* linesOf(cell)
    else yield* linesOf(block.children)
  }
}

function* linesOf(inlines: readonly MarkupInline[]): Generator<Run> {
  for (const line of wordsIn(inlines).split('\n')) yield { text: oneLine(line), isCode: false }
}

/** A line break ends a run; a line that the text was wrapped at does not. */
const wordsIn = (inlines: readonly MarkupInline[]): string =>
  inlines
    .map((inline) => {
      if (inline.kind === 'break' || inline.kind === 'image') return '\n'
      return 'text' in inline ? inline.text.replaceAll('\n', ' ') : wordsIn(inline.children)
    })
    .join('')

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

const wordsOf = (text: string) =>
  [...segmenter.segment(text)].flatMap(({ segment, index, isWordLike }) =>
    isWordLike ? [{ start: index, end: index + segment.length }] : [],
  )

/** `textStart` or `textStart,textEnd` (URL Fragment Text Directives). */
function directiveOf(text: string): string | null {
  const words = wordsOf(text)
  const [first] = words
  const last = words.at(-1)
  if (!first || !last) return null
  if (words.length <= WHOLE_MAX) return encodeTerm(text.slice(first.start, last.end))
  const start = text.slice(first.start, words[FIRST_WORDS - 1]?.end)
  const end = text.slice(words[words.length - LAST_WORDS]?.start, last.end)
  return `${encodeTerm(start)},${encodeTerm(end)}`
}

/** A hyphen, a comma and an ampersand have a meaning in a directive; only the hyphen is left by the language's function. */
const encodeTerm = (text: string): string => encodeURIComponent(text.toWellFormed()).replaceAll('-', '%2D')

/** An address that opens at the quote: by its words where browsers can, else at `anchor`. */
export function atQuote(address: string, { directive }: Quote, anchor = ''): string {
  const [page = '', given = ''] = address.split('#', 2)
  const fragment = (given || anchor) + (directive === null ? '' : `:~:text=${directive}`)
  return fragment === '' ? page : `${page}#${fragment}`
}
