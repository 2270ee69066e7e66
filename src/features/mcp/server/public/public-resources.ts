import { type McpServer, ResourceNotFoundError } from '@modelcontextprotocol/server'
import { absoluteImages } from '../../../../kernel/markup.ts'
import { listFaqs, publishedBySlug } from '../../../faqs/server/index.ts'
import { listedSources, readSourcePage } from '../../../knowledge/server/index.ts'
import { readPublished, type VisitorContext } from '../../../workspaces/server/index.ts'
import { type ContentAddress, readAddress } from '../../domain/content-address.ts'

const PAGE_SIZE = 100
const MARKDOWN = 'text/markdown'
const SOURCES_CURSOR = /^sources:(\d{1,6})$/
const FAQS_CURSOR = /^\d{1,15}$/

interface ListedResource {
  uri: string
  name: string
  mimeType: string
}

const resource = (uri: string, name: string): ListedResource => ({ uri, name, mimeType: MARKDOWN })

/** One page of the published FAQs, then of the sources that are listed on the site. */
async function listResources(
  visitor: VisitorContext,
  page: string,
  cursor: string | undefined,
): Promise<{ resources: ListedResource[]; nextCursor?: string }> {
  const start = SOURCES_CURSOR.exec(cursor ?? '')?.[1]
  if (start === undefined) {
    const after = cursor !== undefined && FAQS_CURSOR.test(cursor) ? { cursor } : {}
    const query = { status: 'published' as const, limit: PAGE_SIZE, ...after }
    const { items, next_cursor } = await readPublished(visitor, (transaction) => listFaqs(transaction, query))
    const resources = items.map(({ slug, question }) => resource(`${page}/${encodeURIComponent(slug)}.md`, question))
    return { resources, nextCursor: next_cursor ?? 'sources:0' }
  }
  const from = Number(start)
  const sources = await readPublished(visitor, listedSources)
  const resources = sources
    .slice(from, from + PAGE_SIZE)
    .map(({ slug, title }) => resource(`${page}/sources/${slug}.md`, title))
  const isEnd = from + PAGE_SIZE >= sources.length
  return { resources, ...(isEnd ? {} : { nextCursor: `sources:${from + PAGE_SIZE}` }) }
}

const readText = (visitor: VisitorContext, { kind, slug }: ContentAddress, origin: string): Promise<string | null> =>
  readPublished(visitor, async (transaction) => {
    if (kind === 'source') {
      const source = await readSourcePage(transaction, slug)
      return source && `# ${source.title}\n\n${source.markdown}`
    }
    const faq = await publishedBySlug(transaction, slug)
    return faq && `# ${faq.question}\n\n${absoluteImages(faq.answer, origin)}`
  })

/** Published FAQs and open sources by the address of their Markdown. */
export function addResources(server: McpServer, visitor: VisitorContext, page: string): void {
  server.server.registerCapabilities({ resources: {} })
  server.server.setRequestHandler('resources/list', ({ params }) => listResources(visitor, page, params?.cursor))
  server.server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      { name: 'faq', title: 'FAQ', uriTemplate: `${page}/{slug}.md`, mimeType: MARKDOWN },
      { name: 'source', title: 'Source', uriTemplate: `${page}/sources/{slug}.md`, mimeType: MARKDOWN },
    ],
  }))
  server.server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const address = readAddress(uri, page)
    const text = address && (await readText(visitor, address, new URL(page).origin))
    if (!text) throw new ResourceNotFoundError(uri)
    return { contents: [{ uri, mimeType: MARKDOWN, text }] }
  })
}
