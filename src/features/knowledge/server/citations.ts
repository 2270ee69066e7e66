import { and, eq, inArray } from 'drizzle-orm'
import { parseMarkup } from '../../../kernel/markup.ts'
import type { Tx } from '../../../platform/db/index.ts'
import { isOnline, passageAnchor, type SourceKind, type SourcePriority, type SourceVisibility } from '../contract.ts'
import { atQuote, buildQuote } from '../domain/quote.ts'
import { knowledgeChunks, sources, websites } from './knowledge.table.ts'
import { SOURCE_SETTINGS, withWebsite } from './source-rows.ts'

/** Citation of a passage: what it says, and where that can be read. */
export interface Citation {
  /** The passage's words as its page shows them. */
  quote: string
  /** Opens at the quote: an address, or a path below the workspace's page; null where its owner wants no link to it. */
  address: { url: string } | { path: string } | null
  /** Address that links in the passage lead on from. */
  base: string | null
  /** Position and difference to pages that say nearly the same: "page 12", "2024"; null without either. */
  place: string | null
  /** Visitors are shown neither its title nor its words beside an answer. */
  isInternal: boolean
  /** Its score counts so many times: above 1 for what is preferred, below for what is only a help. */
  weight: number
}

/**
 * Enough to decide between passages that fit about as well, and not enough to put one that fits badly before one that
 * fits well: the runner-up is mostly further away than that.
 */
const PRIORITY_WEIGHTS: Record<SourcePriority, number> = { low: 0.85, normal: 1, high: 1.15 }

/** The citations of passages, by their chunk's id; of those whose source is gone there are none. */
export async function loadCitations(
  transaction: Tx,
  workspaceId: string,
  chunkIds: string[],
): Promise<Map<string, Citation>> {
  if (chunkIds.length === 0) return new Map()
  const passageRows = await transaction
    .select({
      id: knowledgeChunks.id,
      content: knowledgeChunks.content,
      position: knowledgeChunks.position,
      place: knowledgeChunks.place,
      kind: sources.kind,
      url: sources.url,
      slug: sources.slug,
      variant: sources.variant,
      ...SOURCE_SETTINGS,
    })
    .from(knowledgeChunks)
    .innerJoin(
      sources,
      and(eq(sources.workspaceId, knowledgeChunks.workspaceId), eq(sources.id, knowledgeChunks.sourceId)),
    )
    .leftJoin(websites, withWebsite)
    .where(and(eq(knowledgeChunks.workspaceId, workspaceId), inArray(knowledgeChunks.id, chunkIds)))
  return new Map(passageRows.map((passageRow) => [passageRow.id, toCitation(passageRow)]))
}

/** The sources of passages with their titles, by the chunk's id. */
export async function passageTitles(
  transaction: Tx,
  workspaceId: string,
  chunkIds: string[],
): Promise<Map<string, { sourceId: string; title: string }>> {
  const passageRows = await transaction
    .select({ id: knowledgeChunks.id, sourceId: sources.id, title: sources.title })
    .from(knowledgeChunks)
    .innerJoin(
      sources,
      and(eq(sources.workspaceId, knowledgeChunks.workspaceId), eq(sources.id, knowledgeChunks.sourceId)),
    )
    .where(and(eq(knowledgeChunks.workspaceId, workspaceId), inArray(knowledgeChunks.id, chunkIds)))
  return new Map(passageRows.map(({ id, ...source }) => [id, source]))
}

interface PassageRow {
  content: string
  position: number
  place: string | null
  kind: SourceKind
  url: string | null
  slug: string | null
  variant: string | null
  priority: SourcePriority
  visibility: SourceVisibility
}

function toCitation(passageRow: PassageRow): Citation {
  const quote = buildQuote(parseMarkup(passageRow.content, { base: passageRow.url }))
  const { slug, url, place, visibility } = passageRow
  const onlineUrl = isOnline(passageRow) ? url : null
  const openAddress = onlineUrl
    ? { url: atQuote(addPageFragment(onlineUrl, place), quote) }
    : slug && { path: atQuote(`sources/${slug}`, quote, passageAnchor(passageRow.position)) }
  return {
    quote: quote.text,
    address: visibility === 'open' ? openAddress || null : null,
    base: url,
    place: [place, passageRow.variant].filter((part) => part !== null).join(', ') || null,
    isInternal: visibility === 'internal',
    weight: PRIORITY_WEIGHTS[passageRow.priority],
  }
}

/** A PDF on the web opens at its page. */
function addPageFragment(url: string, place: string | null): string {
  const pageNumber = /^page (\d+)$/.exec(place ?? '')?.[1]
  return pageNumber ? `${url}#page=${pageNumber}` : url
}
