import { readOnePage } from '../features/knowledge/server/index.ts'
import type { TriedPage } from '../features/marketing/contract.ts'
import { statedFaqs } from '../features/suggestions/domain/stated-faqs.ts'
import { markupToPlainText } from '../kernel/markup/write.ts'
import { excerpt } from '../kernel/text.ts'
import type { Core } from './core.ts'

const FAQS_MAX = 8
const SECTIONS_MAX = 6
const EXCERPT_MAX = 280
const HEADING = /^#{1,6}\s+(.+?)\s*#*$/

/** Markdown without its signs, for a short text. */
const plain = (markdown: string): string => excerpt(markupToPlainText(markdown), EXCERPT_MAX)

/** Headings with the beginning of the text below them; headings without text are left out. */
function sectionsOf(markdown: string): TriedPage['sections'] {
  const sections: { title: string; lines: string[] }[] = []
  for (const line of markdown.split('\n')) {
    const title = HEADING.exec(line)?.[1]
    if (title !== undefined) sections.push({ title: plain(title), lines: [] })
    else sections.at(-1)?.lines.push(line)
  }
  return sections
    .map(({ title, lines }) => ({ title, text: plain(lines.join('\n')) }))
    .filter(({ text }) => text !== '')
    .slice(0, SECTIONS_MAX)
}

/** Reads one page of a stranger's website with the parsers of crawls. Nothing is stored. */
export async function readForVisitor(
  { knowledge }: Pick<Core, 'knowledge'>,
  url: string,
): Promise<TriedPage | { problem: string }> {
  const page = await readOnePage(knowledge.services, url)
  if ('problem' in page) return page
  return {
    url: page.url,
    title: page.title,
    words: page.text.split(/\s+/).filter(Boolean).length,
    sections: sectionsOf(page.text),
    faqs: statedFaqs(page.text, page.faqs)
      .slice(0, FAQS_MAX)
      .map(({ question, answer }) => ({ question: plain(question), answer: plain(answer) })),
  }
}
