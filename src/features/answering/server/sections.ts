import { blocksToPlainText, parseMarkup } from '../../../kernel/markup.ts'
import type { FaqRow } from '../../faqs/server/index.ts'
import { joinPassages, type SectionRow } from '../../knowledge/server/index.ts'
import { detectLanguage, sentences as sentencesOf } from '../../ranking/server/index.ts'
import { mergeTables } from '../domain/answer-blocks.ts'
import { type Section, topicOf } from '../domain/section.ts'
import { repairBlocks } from '../domain/section-blocks.ts'
import { termsOf, weightedWords } from './section-terms.ts'

/** A section of fewer characters is completed by the sections below it. */
const SHORT_SECTION = 240
const MAX_SUBSECTIONS = 8

interface SectionText {
  path: readonly string[]
  topic: string
  markdown: string
  base: string | null
  language?: string
}

/** Terms are worked out when they are first needed: most sections that are found are not decided on. */
function sectionOf(
  { path, topic, markdown, base, language: known }: SectionText,
  repair: typeof repairBlocks,
): Section {
  const blocks = mergeTables(repair(parseMarkup(markdown, { base })))
  const language = known ?? detectLanguage(markdown.slice(0, 2_000))
  const lazy = <T>(make: () => T) => {
    let made: T | undefined
    return () => {
      made ??= make()
      return made
    }
  }
  const pathTerms = lazy(() => termsOf(path.join(' '), language))
  const terms = lazy(() => new Set([...pathTerms(), ...termsOf(blocksToPlainText(blocks), language)]))
  const sentences = lazy(() => sentencesOf(blocksToPlainText(blocks)).map((one) => termsOf(one, language)))
  const heading = lazy(() => weightedWords(path.at(-1) ?? '', language))
  return {
    path,
    topic,
    blocks,
    language,
    get terms() {
      return terms()
    },
    get pathTerms() {
      return pathTerms()
    },
    get sentences() {
      return sentences()
    },
    get heading() {
      return heading()
    },
  }
}

const faqSections = new WeakMap<FaqRow, Section>()

export function faqSection(faq: FaqRow): Section {
  const known = faqSections.get(faq)
  if (known) return known
  const markdown = withoutDeadReferences(faq.answer)
  const text = { path: [faq.question], topic: faq.id, markdown, base: null }
  // Its author has seen how it looks.
  const section = sectionOf(text, (blocks) => [...blocks])
  faqSections.set(faq, section)
  return section
}

interface FoundPassage {
  sourceId: string
  title: string
  base: string | null
  language: string
}

const isPathWithin = (path: readonly string[], outer: readonly string[]) =>
  outer.every((heading, index) => path[index] === heading)

/**
 * A link of a file to its neighbor, which leads nowhere here, as a line or a sentence of its own: a call to action
 * without a target.
 */
const DEAD_LINK = /(?:^|(?<=\p{L}{2}[.!?])[ ]+)\[[^\]\n]{1,200}\]\((?![a-z][a-z0-9+.-]*:)[^()\n]{0,500}\)[.!]?$/gimu
/**
 * A reference to another place of the document that the text was taken from, which leads nowhere in an answer:
 * "(see [question 4](#q4))" in brackets, at the end of brackets or as a sentence of its own. English and German.
 */
const DEAD_REFERENCE = new RegExp(
  [
    String.raw`[ ]*\((?:please )?SEE[^()\n]{0,40}\)`,
    String.raw`,? SEE(?=\),? (?!for\b))`,
    String.raw`(?:^|(?<=[.!?)])[ ]+)(?:(?:For|To|Für) [^.!?\n]{1,120}, )?(?:please )?SEE(?: [^.!?\n]{1,40})?(?:[.!]|(?=\n\n)|(?![\s\S]))`,
  ]
    .join('|')
    .replaceAll('SEE', String.raw`(?:see|siehe)\b[^.!?()[\]\n]{0,30}\[[^\]\n]{1,200}\]\(#[^()\n]{0,300}\)`),
  'gimu',
)
const withoutDeadReferences = (markdown: string): string => markdown.replace(DEAD_REFERENCE, '').trim() || markdown
const withoutDeadLinks = (markdown: string): string =>
  withoutDeadReferences(markdown).replace(DEAD_LINK, '').trim() || markdown

/** The section of a passage: all passages below the same heading. @param rows those around the passage, in order */
export function passageSection(rows: readonly SectionRow[], passage: FoundPassage): Section {
  const at = rows.findIndex(({ id, found }) => id === found)
  const path = rows[at]?.heading_path ?? []
  const isSame = (row: SectionRow | undefined) =>
    row !== undefined && row.heading_path.length === path.length && isPathWithin(row.heading_path, path)
  let first = at
  let last = at
  while (isSame(rows[first - 1])) first -= 1
  while (isSame(rows[last + 1])) last += 1
  const own = rows.slice(first, last + 1).map((row) => row.content)
  const text = joinPassages(own)
  const markdown =
    path.length > 0 && (text.length < SHORT_SECTION || /[:：]\s*$/u.test(text))
      ? [text, ...subsections(rows.slice(last + 1), path)].join('\n\n')
      : text
  const isTitle = (heading: string | undefined) => heading === passage.title
  const found = {
    path: isTitle(path[0]) ? path : [passage.title, ...path],
    topic: topicOf(passage.sourceId, path, rows[0]?.size ?? 1),
    markdown: passage.base === null ? withoutDeadLinks(markdown) : markdown,
    base: passage.base,
    language: passage.language,
  }
  return sectionOf(found, repairBlocks)
}

/** The sections directly after a short one that are below its heading, each under its own. */
function subsections(rows: readonly SectionRow[], path: readonly string[]): string[] {
  const out: string[] = []
  let shown = ''
  for (const row of rows.slice(0, MAX_SUBSECTIONS)) {
    if (row.heading_path.length <= path.length || !isPathWithin(row.heading_path, path)) break
    const heading = row.heading_path.slice(path.length).join(' · ')
    out.push(heading === shown ? row.content : `#### ${heading}\n\n${row.content}`)
    shown = heading
  }
  return out
}
