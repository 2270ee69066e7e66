import { readOnePage } from '../features/knowledge/server/index.ts'
import type { TriedPage } from '../features/marketing/contract.ts'
import { statedFaqs } from '../features/suggestions/domain/stated-faqs.ts'
import { markupToPlainText } from '../kernel/markup/write.ts'
import { excerpt } from '../kernel/text.ts'
import type { Core } from './core.ts'

const FAQS_MAX = 8
const SECTIONS_MAX = 6
const EXCERPT_MAX = 280
const HEADING_LINE = /^#{1,6}\s+(.+?)\s*#*$/

/** Markdown without its signs, for a short text. */
const plainExcerpt = (markdown: string): string => excerpt(markupToPlainText(markdown), EXCERPT_MAX)

/** Headings with the beginning of the text below them; headings without text are left out. */
function sectionsOf(markdown: string): TriedPage['sections'] {
  const sections: { title: string; lines: string[] }[] = []
  for (const markdownLine of markdown.split('\n')) {
    const headingTitle = HEADING_LINE.exec(markdownLine)?.[1]
    if (headingTitle !== undefined) sections.push({ title: plainExcerpt(headingTitle), lines: [] })
    else sections.at(-1)?.lines.push(markdownLine)
  }
  return sections
    .map(({ title, lines }) => ({ title, text: plainExcerpt(lines.join('\n')) }))
    .filter(({ text }) => text !== '')
    .slice(0, SECTIONS_MAX)
}

/** Reads one page of a stranger's website with the parsers of crawls. Nothing is stored. */
export async function readForVisitor(
  { knowledge }: Pick<Core, 'knowledge'>,
  pageUrl: string,
): Promise<TriedPage | { problem: string }> {
  const readPage = await readOnePage(knowledge.services, pageUrl)
  if ('problem' in readPage) return readPage
  return {
    url: readPage.url,
    title: readPage.title,
    words: readPage.text.split(/\s+/).filter(Boolean).length,
    sections: sectionsOf(readPage.text),
    faqs: statedFaqs(readPage.text, readPage.faqs)
      .slice(0, FAQS_MAX)
      .map(({ question, answer }) => ({ question: plainExcerpt(question), answer: plainExcerpt(answer) })),
  }
}
