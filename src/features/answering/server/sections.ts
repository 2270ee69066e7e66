import { LRUCache } from 'lru-cache'
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
  const sectionLanguage = known ?? detectLanguage(markdown.slice(0, 2_000))
  const computeOnce = <T>(computeValue: () => T) => {
    let computedValue: T | undefined
    return () => {
      computedValue ??= computeValue()
      return computedValue
    }
  }
  const pathTerms = computeOnce(() => termsOf(path.join(' '), sectionLanguage))
  const terms = computeOnce(() => new Set([...pathTerms(), ...termsOf(blocksToPlainText(blocks), sectionLanguage)]))
  const sentences = computeOnce(() =>
    sentencesOf(blocksToPlainText(blocks)).map((sentence) => termsOf(sentence, sectionLanguage)),
  )
  const heading = computeOnce(() => weightedWords(path.at(-1) ?? '', sectionLanguage))
  return {
    path,
    topic,
    blocks,
    language: sectionLanguage,
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

/** A section needs about 4 KB. */
const faqSections = new LRUCache<FaqRow, Section>({ max: 1_000 })

export function faqSection(faq: FaqRow): Section {
  const knownSection = faqSections.get(faq)
  if (knownSection) return knownSection
  const markdown = withoutDeadReferences(faq.answer)
  const sectionText = { path: [faq.question], topic: faq.id, markdown, base: null }
  // Its author has seen how it looks.
  const section = sectionOf(sectionText, (blocks) => [...blocks])
  faqSections.set(faq, section)
  return section
}

interface FoundPassage {
  sourceId: string
  title: string
  base: string | null
  language: string
}

const isPathWithin = (headingPath: readonly string[], outerPath: readonly string[]) =>
  outerPath.every((heading, index) => headingPath[index] === heading)

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

/** The section of a passage: all passages below the same heading. @param sectionRows those around the passage, in order */
export function passageSection(sectionRows: readonly SectionRow[], passage: FoundPassage): Section {
  const passageIndex = sectionRows.findIndex(({ id, found }) => id === found)
  const headingPath = sectionRows[passageIndex]?.heading_path ?? []
  const isSameSection = (sectionRow: SectionRow | undefined) =>
    sectionRow !== undefined &&
    sectionRow.heading_path.length === headingPath.length &&
    isPathWithin(sectionRow.heading_path, headingPath)
  let firstIndex = passageIndex
  let lastIndex = passageIndex
  while (isSameSection(sectionRows[firstIndex - 1])) firstIndex -= 1
  while (isSameSection(sectionRows[lastIndex + 1])) lastIndex += 1
  const ownContents = sectionRows.slice(firstIndex, lastIndex + 1).map((row) => row.content)
  const ownMarkdown = joinPassages(ownContents)
  const markdown =
    headingPath.length > 0 && (ownMarkdown.length < SHORT_SECTION || /[:：]\s*$/u.test(ownMarkdown))
      ? [ownMarkdown, ...subsections(sectionRows.slice(lastIndex + 1), headingPath)].join('\n\n')
      : ownMarkdown
  const isTitle = (heading: string | undefined) => heading === passage.title
  const sectionText = {
    path: isTitle(headingPath[0]) ? headingPath : [passage.title, ...headingPath],
    topic: topicOf(passage.sourceId, headingPath, sectionRows[0]?.size ?? 1),
    markdown: passage.base === null ? withoutDeadLinks(markdown) : markdown,
    base: passage.base,
    language: passage.language,
  }
  return sectionOf(sectionText, repairBlocks)
}

/** The sections directly after a short one that are below its heading, each under its own. */
function subsections(sectionRows: readonly SectionRow[], headingPath: readonly string[]): string[] {
  const subsectionTexts: string[] = []
  let shownHeading = ''
  for (const sectionRow of sectionRows.slice(0, MAX_SUBSECTIONS)) {
    if (sectionRow.heading_path.length <= headingPath.length || !isPathWithin(sectionRow.heading_path, headingPath))
      break
    const subheading = sectionRow.heading_path.slice(headingPath.length).join(' · ')
    subsectionTexts.push(
      subheading === shownHeading ? sectionRow.content : `#### ${subheading}\n\n${sectionRow.content}`,
    )
    shownHeading = subheading
  }
  return subsectionTexts
}
