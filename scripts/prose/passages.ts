// Extracts prose: comments, interface texts, titles and row labels of tests, paragraphs of a document.
import { type Argument, type Expression, parseSync, Visitor } from 'oxc-parser'

/** A piece of prose without its markers, on one line. `line` counts from 1. */
export type Passage = { kind: 'comment' | 'interface' | 'title' | 'label' | 'document'; line: number; text: string }

/** Attributes of JSX elements whose value is shown or read aloud. */
const SHOWN_ATTRIBUTES = new Set(['aria-label', 'alt', 'description', 'label', 'placeholder', 'title'])
/** A string literal that reads like a sentence: a capital letter first, several words, no code. */
const SENTENCE = /^[A-Z][a-z’']*( [^<>{}=]+)+$/
const MIN_LENGTH = 8
/** Files whose texts are not English: `…/texts/de.ts`. */
const OTHER_LANGUAGE = /\/texts\/(?!en\.)[a-z]{2}\.ts$/
const IS_TEST = /^tests\/|\.(test|spec)\.tsx?$/
/** A row of a parameterized test that describes it: lower case, several words, no code. */
const LABEL = /^[a-z]+( [^<>{}=]+)+$/
/** Functions whose first argument is a title. */
const TEST_FUNCTIONS = new Set(['describe', 'it', 'test'])

/**
 * Reads the prose of one TypeScript file. Consecutive line comments count as one passage, as do the lines of a block
 * comment. Directives (of Biome, `@ts-…`) are left out.
 */
export function passagesOf(file: string, source: string): Passage[] {
  const parsed = parseSync(file, source)
  const lineStarts = [0, ...Array.from(source.matchAll(/\n/g), ({ index }) => index + 1)]
  const lineAt = (offset: number) => lineStarts.findLastIndex((start) => start <= offset) + 1
  const comments = commentsOf(parsed.comments, source, lineAt)
  // Other texts in tests include those of fictional visitors and of pages that are read.
  if (IS_TEST.test(file)) return [...comments, ...testTitlesOf(parsed.program, lineAt)]
  return OTHER_LANGUAGE.test(file) ? comments : [...comments, ...interfaceTextsOf(parsed.program, lineAt)]
}

type Comment = ReturnType<typeof parseSync>['comments'][number]
type Program = ReturnType<typeof parseSync>['program']
type LineAt = (offset: number) => number

function commentsOf(comments: readonly Comment[], source: string, lineAt: LineAt): Passage[] {
  const passages: Passage[] = []
  let previousEnd = Number.NaN
  for (const { type, value, start, end } of comments) {
    const text = value
      .replace(/^\*/, '')
      .replace(/\s*\n\s*\*?\s*/g, ' ')
      .trim()
    const last = passages.at(-1)
    // Only white space between two line comments, and one line break: one passage.
    const continues = type === 'Line' && /^\r?\n[ \t]*$/.test(source.slice(previousEnd, start))
    previousEnd = type === 'Line' ? end : Number.NaN
    if (/^(biome-|@ts-|@__)/.test(text)) continue
    if (continues && last) last.text += ` ${text}`
    else passages.push({ kind: 'comment', line: lineAt(start), text })
  }
  return passages.filter(({ text }) => text.length >= MIN_LENGTH)
}

function interfaceTextsOf(program: Program, lineAt: LineAt): Passage[] {
  const passages: Passage[] = []
  const add = (text: string, offset: number) =>
    passages.push({ kind: 'interface', line: lineAt(offset), text: text.replace(/\s+/g, ' ').trim() })
  new Visitor({
    JSXText: ({ value, start }) => add(value, start),
    JSXAttribute: ({ name, value, start }) => {
      const shown = name.type === 'JSXIdentifier' && SHOWN_ATTRIBUTES.has(name.name)
      // The visit of literals below adds those that read like a sentence.
      if (shown && value?.type === 'Literal' && typeof value.value === 'string' && !SENTENCE.test(value.value))
        add(value.value, start)
    },
    Literal: ({ value, start }) => {
      if (typeof value === 'string' && SENTENCE.test(value)) add(value, start)
    },
    TemplateLiteral: (node) => {
      const text = literalText(node) ?? ''
      if (SENTENCE.test(text)) add(text, node.start)
    },
  }).visit(program)
  return passages.filter(({ text }) => text.length >= MIN_LENGTH)
}

/** The text of a literal, with `N` for each inserted value; null for other expressions. */
function literalText(node: Expression): string | null {
  if (node.type === 'TemplateLiteral') return node.quasis.map((quasi) => quasi.value.cooked ?? '').join('N')
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : null
}

/** The name at the start of a callee: `it` for `it.each(…)(…)`, `test` for `test.step(…)`. */
function calleeName(node: Expression): string | null {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'MemberExpression') return calleeName(node.object)
  if (node.type === 'CallExpression') return calleeName(node.callee)
  return node.type === 'TaggedTemplateExpression' ? calleeName(node.tag) : null
}

/** The labels of the rows of `it.each([…])`: their first values, unless these look like data. */
function rowLabels(table: Argument | undefined): { text: string; start: number }[] {
  if (table?.type !== 'ArrayExpression') return []
  return table.elements.flatMap((row) => {
    const first = row?.type === 'ArrayExpression' ? row.elements[0] : row
    const text = first && first.type !== 'SpreadElement' ? literalText(first) : null
    return first && text && LABEL.test(text) ? [{ text, start: first.start }] : []
  })
}

/** Titles of tests, their groups and their steps, and the labels of their rows. */
function testTitlesOf(program: Program, lineAt: LineAt): Passage[] {
  const passages: Passage[] = []
  new Visitor({
    CallExpression: ({ callee, arguments: [title] }) => {
      if (!title || title.type === 'SpreadElement' || !TEST_FUNCTIONS.has(calleeName(callee) ?? '')) return
      const text = literalText(title)
      if (!text) return
      passages.push({ kind: 'title', line: lineAt(title.start), text: text.replace(/\s+/g, ' ').trim() })
      if (callee.type === 'CallExpression' && text.includes('%s'))
        for (const label of rowLabels(callee.arguments[0]))
          passages.push({ kind: 'label', line: lineAt(label.start), text: label.text })
    },
  }).visit(program)
  return passages
}

/** Reads the prose of a Markdown document: its headings, items, cells and paragraphs, without code blocks. */
export function documentPassages(source: string): Passage[] {
  // Code, and titles of tests in «», are quoted as they are.
  const withoutBlocks = source
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, (block) => block.replace(/[^\n]/g, ''))
    .replace(/«[^»\n]*»/g, '«»')
  const passages: Passage[] = []
  let paragraph: Passage | null = null
  for (const [index, line] of withoutBlocks.split('\n').entries()) {
    const text = line.replace(/^[\s>#*|-]+|^\d+\. /, '').trim()
    const startsBlock = /^\s*([-*|#>]|\d+\. )/.test(line)
    if (!text || startsBlock) paragraph = null
    if (!text) continue
    // A row of a table is one passage per item of its cells.
    if (line.startsWith('|'))
      passages.push(
        ...text.split(/[|;]/).map((item) => ({ kind: 'document' as const, line: index + 1, text: item.trim() })),
      )
    else if (paragraph) paragraph.text += ` ${text}`
    else {
      paragraph = { kind: 'document', line: index + 1, text }
      passages.push(paragraph)
    }
  }
  return passages.filter(({ text }) => text.length >= MIN_LENGTH)
}
