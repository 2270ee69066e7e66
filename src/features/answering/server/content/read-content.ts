import { absoluteImages, blocksToMarkdown } from '../../../../kernel/markup.ts'
import { publishedById } from '../../../faqs/server/index.ts'
import { loadCitations, passageTitles, sectionsAround } from '../../../knowledge/server/index.ts'
import { detectLanguage } from '../../../ranking/server/index.ts'
import { readPublished, type VisitorContext, type WorkspaceTransaction } from '../../../workspaces/server/index.ts'
import { citationUrl, type PageUrl, pageUrlOf } from '../page-url.ts'
import { faqSection, passageSection } from '../sections.ts'

/** One search result in full, as visitors may read it. */
export interface Content {
  kind: 'faq' | 'chunk'
  id: string
  title: string
  /** Null where its owner wants no link to it. */
  url: string | null
  /** Markdown; images have their whole address. */
  text: string
  category: string | null
  /** ISO 8601; null for passages. */
  updatedAt: string | null
}

interface ContentRequest {
  id: string
  origin: string
  pageUrl: PageUrl
}

/**
 * The content of a search result by its id: a published FAQ, or the section of a passage. Of a source that visitors may
 * not open it is the passage alone, as citations quote it. Null for internal, unpublished and unknown content.
 */
export const readContent = (visitor: VisitorContext, id: string, appUrl: URL): Promise<Content | null> =>
  readPublished(visitor, async (transaction) => {
    const contentRequest = { id, origin: appUrl.origin, pageUrl: pageUrlOf(appUrl, visitor.subdomain) }
    return (await readFaq(transaction, contentRequest)) ?? readPassage(transaction, contentRequest)
  })

async function readFaq(
  transaction: WorkspaceTransaction,
  { id, origin, pageUrl }: ContentRequest,
): Promise<Content | null> {
  const faq = (await publishedById(transaction, [id])).get(id)
  if (!faq) return null
  return {
    kind: 'faq',
    id,
    title: faq.question,
    url: pageUrl(faq.slug),
    text: absoluteImages(blocksToMarkdown(faqSection(faq).blocks), origin),
    category: faq.category,
    updatedAt: faq.updatedAt.toISOString(),
  }
}

async function readPassage(
  { tx, workspaceId }: WorkspaceTransaction,
  { id, pageUrl }: ContentRequest,
): Promise<Content | null> {
  const [citations, titles, sectionRows] = await Promise.all([
    loadCitations(tx, workspaceId, [id]),
    passageTitles(tx, workspaceId, [id]),
    sectionsAround(tx, workspaceId, [id]),
  ])
  const citation = citations.get(id)
  const source = titles.get(id)
  if (!citation || !source || citation.isInternal) return null
  const { address, base, place } = citation
  const language = detectLanguage(citation.quote)
  const section = passageSection(sectionRows, { ...source, base, language })
  return {
    kind: 'chunk',
    id,
    title: place ? `${section.path.join(' · ')} (${place})` : section.path.join(' · '),
    url: citationUrl(citation, pageUrl),
    text: address ? blocksToMarkdown(section.blocks) : citation.quote,
    category: null,
    updatedAt: null,
  }
}
