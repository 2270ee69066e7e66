import { Marked, type Token, type Tokens } from 'marked'
import { takeMarks } from '../../../src/features/knowledge/domain/place-marks.ts'

/** Agreement of the text that was read with the true one. */
export interface Agreement {
  /** Words of the truth, and those of them that were kept. */
  words: number
  kept: number
  /** Words that were read, and those of them that the truth does not have. */
  read: number
  added: number
  /** Share of unique word sequences in the right order. */
  order: number | null
  /** Rows of tables (lines with tabs), and those whose cells were kept in one line. */
  rows: number
  rowsKept: number
  /** Fenced blocks of code, and those that were kept exactly. */
  code: number
  codeKept: number
}

const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu
const FENCE = /^```\n([\s\S]*?)\n```$/gm
const SEQUENCE = 3

/** Soft hyphens are no borders of words. */
const wordsOf = (text: string): string[] =>
  text.replaceAll('\u00ad', '').normalize('NFKC').toLowerCase().match(WORD) ?? []

/** The text of Markdown as it is shown: without marks, escapes and the addresses of links. */
function shownText(tokens: readonly Token[]): string {
  return tokens.map((token) => tokenText(token)).join('')
}

function tokenText(token: Token): string {
  switch (token.type) {
    case 'code':
      return `\n${token.text}\n`
    case 'codespan':
      return token.text
    case 'table': {
      const { header, rows } = token as Tokens.Table
      return `\n${[header, ...rows].map((cells) => cells.map((cell) => shownText(cell.tokens)).join('\t')).join('\n')}\n`
    }
    case 'list':
      return `\n${(token as Tokens.List).items.map((item) => shownText(item.tokens)).join('\n')}\n`
    case 'image':
      return token.text
    case 'html':
      return ` ${token.text} `
    case 'br':
    case 'space':
      return '\n'
    default: {
      const inner =
        'tokens' in token && token.tokens ? shownText(token.tokens) : 'text' in token ? token.text : token.raw
      return ['paragraph', 'heading', 'blockquote'].includes(token.type) ? `\n${inner}\n` : inner
    }
  }
}

const marked = new Marked({ gfm: true })

function codeOf(tokens: readonly Token[]): string[] {
  const found: string[] = []
  marked.walkTokens([...tokens], (token) => {
    if (token.type === 'code') found.push(token.text.trimEnd())
  })
  return found
}

function counts(words: readonly string[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const word of words) found.set(word, (found.get(word) ?? 0) + 1)
  return found
}

/** The number of words that both have, each as often as the rarer side has it. */
function common(left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const [word, count] of left) sum += Math.min(count, right.get(word) ?? 0)
  return sum
}

/** Positions of word sequences that occur once. */
function uniqueSequences(words: readonly string[]): Map<string, number> {
  const found = new Map<string, number>()
  for (let at = 0; at + SEQUENCE <= words.length; at++) {
    const key = words.slice(at, at + SEQUENCE).join(' ')
    found.set(key, found.has(key) ? -1 : at)
  }
  for (const [key, at] of found) if (at < 0) found.delete(key)
  return found
}

/** The length of the longest increasing subsequence. */
function longestIncreasing(numbers: readonly number[]): number {
  const ends: number[] = []
  for (const number of numbers) {
    let [from, to] = [0, ends.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((ends[middle] ?? 0) < number) from = middle + 1
      else to = middle
    }
    ends[from] = number
  }
  return ends.length
}

function orderOf(truth: readonly string[], read: readonly string[]): number | null {
  const expected = uniqueSequences(truth)
  const positions: number[] = []
  for (const [key] of [...uniqueSequences(read)].sort((left, right) => left[1] - right[1])) {
    const at = expected.get(key)
    if (at !== undefined) positions.push(at)
  }
  return positions.length < 2 ? null : longestIncreasing(positions) / positions.length
}

/** Compares the Markdown of a file with its true text; without Markdown, with a plain text that was read. */
export function compare(markdown: string, truth: string): Agreement {
  const tokens = marked.lexer(takeMarks(markdown).text)
  const shown = decoded(shownText(tokens))
  const blocks = [...truth.matchAll(FENCE)].map(([, text = '']) => text.trimEnd())
  const code = new Set(codeOf(tokens))
  const [expected, read] = [wordsOf(truth.replace(/^```$/gm, '')), wordsOf(shown)]
  const [expectedCounts, readCounts] = [counts(expected), counts(read)]
  const kept = common(expectedCounts, readCounts)
  const rows = truth.split('\n').filter((line) => line.trim().includes('\t'))
  const lines = new Set(shown.split('\n').map((line) => wordsOf(line).join(' ')))
  const linesText = [...lines].join('\n')
  const isKept = (row: string) => lines.has(row) || linesText.includes(row)
  const rowsKept = rows.filter((row) => isKept(wordsOf(row).join(' '))).length
  return {
    words: expected.length,
    kept,
    read: read.length,
    added: read.length - kept,
    order: orderOf(expected, read),
    rows: rows.length,
    rowsKept,
    code: blocks.length,
    codeKept: blocks.filter((block) => code.has(block)).length,
  }
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
const decoded = (text: string): string =>
  text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => ENTITIES[name] ?? '')
