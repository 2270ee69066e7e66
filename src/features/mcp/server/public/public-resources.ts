import { type McpServer, ResourceNotFoundError } from '@modelcontextprotocol/server'
import { absoluteImages } from '../../../../kernel/markup.ts'
import { listFaqs, publishedBySlug } from '../../../faqs/server/index.ts'
import { listedSources, readSourcePage } from '../../../knowledge/server/index.ts'
import { readPublished, type VisitorContext } from '../../../workspaces/server/index.ts'
import { type ContentAddress, parseContentAddress } from '../../domain/content-address.ts'

const PAGE_SIZE = 100
const MARKDOWN_TYPE = 'text/markdown'
const SOURCES_CURSOR = /^sources:(\d{1,6})$/
const FAQS_CURSOR = /^\d{1,15}$/

interface ListedResource {
  uri: string
  name: string
  mimeType: string
}

const markdownResource = (resourceUri: string, resourceName: string): ListedResource => ({
  uri: resourceUri,
  name: resourceName,
  mimeType: MARKDOWN_TYPE,
})

/** One page of the published FAQs, then of the sources that are listed on the site. */
async function listResources(
  visitorContext: VisitorContext,
  pageUrl: string,
  pageCursor: string | undefined,
): Promise<{ resources: ListedResource[]; nextCursor?: string }> {
  const sourcesStart = SOURCES_CURSOR.exec(pageCursor ?? '')?.[1]
  if (sourcesStart === undefined) {
    const pageOptions = pageCursor !== undefined && FAQS_CURSOR.test(pageCursor) ? { cursor: pageCursor } : {}
    const listOptions = { status: 'published' as const, limit: PAGE_SIZE, ...pageOptions }
    const { items, next_cursor } = await readPublished(visitorContext, (transaction) =>
      listFaqs(transaction, listOptions),
    )
    const faqResources = items.map(({ slug, question }) =>
      markdownResource(`${pageUrl}/${encodeURIComponent(slug)}.md`, question),
    )
    return { resources: faqResources, nextCursor: next_cursor ?? 'sources:0' }
  }
  const firstIndex = Number(sourcesStart)
  const publicSources = await readPublished(visitorContext, listedSources)
  const sourceResources = publicSources
    .slice(firstIndex, firstIndex + PAGE_SIZE)
    .map(({ slug, title }) => markdownResource(`${pageUrl}/sources/${slug}.md`, title))
  const isLastPage = firstIndex + PAGE_SIZE >= publicSources.length
  return { resources: sourceResources, ...(isLastPage ? {} : { nextCursor: `sources:${firstIndex + PAGE_SIZE}` }) }
}

const readMarkdown = (
  visitorContext: VisitorContext,
  { kind, slug }: ContentAddress,
  imageOrigin: string,
): Promise<string | null> =>
  readPublished(visitorContext, async (transaction) => {
    if (kind === 'source') {
      const sourcePage = await readSourcePage(transaction, slug)
      return sourcePage && `# ${sourcePage.title}\n\n${sourcePage.markdown}`
    }
    const publishedFaq = await publishedBySlug(transaction, slug)
    return publishedFaq && `# ${publishedFaq.question}\n\n${absoluteImages(publishedFaq.answer, imageOrigin)}`
  })

/** Published FAQs and open sources by the address of their Markdown. */
export function registerResources(mcpServer: McpServer, visitorContext: VisitorContext, pageUrl: string): void {
  mcpServer.server.registerCapabilities({ resources: {} })
  mcpServer.server.setRequestHandler('resources/list', ({ params }) =>
    listResources(visitorContext, pageUrl, params?.cursor),
  )
  mcpServer.server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      { name: 'faq', title: 'FAQ', uriTemplate: `${pageUrl}/{slug}.md`, mimeType: MARKDOWN_TYPE },
      { name: 'source', title: 'Source', uriTemplate: `${pageUrl}/sources/{slug}.md`, mimeType: MARKDOWN_TYPE },
    ],
  }))
  mcpServer.server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const contentAddress = parseContentAddress(uri, pageUrl)
    const contentText = contentAddress && (await readMarkdown(visitorContext, contentAddress, new URL(pageUrl).origin))
    if (!contentText) throw new ResourceNotFoundError(uri)
    return { contents: [{ uri, mimeType: MARKDOWN_TYPE, text: contentText }] }
  })
}
