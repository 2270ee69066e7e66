import { LRUCache } from 'lru-cache'
import { type FaqRow, publishedById } from '../../faqs/server/index.ts'
import { type Citation, loadCitations, sectionsAround } from '../../knowledge/server/index.ts'
import type { SearchHit } from '../../ranking/server/index.ts'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { Section } from '../domain/section.ts'
import { passageSection } from './sections.ts'

/** The part of search hits that visitors are shown: published FAQs by id, citations and sections of passages by chunk id. */
export interface ShownContent {
  faqs: ReadonlyMap<string, FaqRow>
  citations: ReadonlyMap<string, Citation>
  /** Sections of the first passages only; none for a search, which shows excerpts. */
  sections: ReadonlyMap<string, Section>
}

interface CachedContent {
  /** The state of the workspace's content that the citations belong to, and those FAQs that are named in `current`. */
  version: number
  /** By the chunk that was found: with every change of what a FAQ says it gets another one. */
  faqs: Map<string, FaqRow>
  current: Set<string>
  citations: Map<string, Citation>
  sections: Map<string, Section>
}

/** Rows of all workspaces together. */
const MAX_ROWS = 20_000

const faqsAmong = (hits: SearchHit[]) => hits.filter(({ kind }) => kind === 'faq')
const passagesAmong = (hits: SearchHit[]) => hits.filter(({ kind }) => kind === 'passage')

/** Reads it from the database, in one round trip. @param sectionCount number of passages whose section is needed */
export async function readShownContent(
  transaction: WorkspaceTransaction,
  searchHits: SearchHit[],
  sectionCount: number,
): Promise<ShownContent> {
  const { tx, workspaceId } = transaction
  const passages = passagesAmong(searchHits)
  const chunkIds = passages.map((hit) => hit.chunk_id)
  const faqIds = faqsAmong(searchHits).map((hit) => hit.source_id)
  const [faqs, citations, surroundingRows] = await Promise.all([
    publishedById(transaction, faqIds),
    loadCitations(tx, workspaceId, chunkIds),
    sectionsAround(tx, workspaceId, chunkIds.slice(0, sectionCount)),
  ])
  const rowsByChunk = Map.groupBy(surroundingRows, ({ found }) => found)
  return {
    faqs,
    citations,
    sections: new Map(
      passages.flatMap(({ chunk_id, source_id, question, language }) => {
        const passageRows = rowsByChunk.get(chunk_id)
        if (!passageRows) return []
        const [title = question] = question.split(' · ')
        const base = citations.get(chunk_id)?.base ?? null
        return [[chunk_id, passageSection(passageRows, { sourceId: source_id, title, base, language })] as const]
      }),
    ),
  }
}

/**
 * Cache of display data per workspace. Citations belong to one content version. FAQs stay until they change, so that
 * reading documents does not remove them. The least recently used workspaces are evicted first.
 */
export class ShownContentCache {
  readonly #workspaces = new LRUCache<string, CachedContent>({
    maxSize: MAX_ROWS,
    sizeCalculation: ({ faqs, citations, sections }) => Math.max(1, faqs.size + citations.size + sections.size),
  })

  /**
   * Returns the display data of these hits when all of it is cached. `anyCategory` accepts entries with outdated
   * categories and positions.
   */
  get(
    workspaceId: string,
    contentVersion: number,
    searchHits: SearchHit[],
    { anyCategory = false, sections = 0 }: { anyCategory?: boolean; sections?: number } = {},
  ): ShownContent | null {
    const cachedContent = this.#workspaces.get(workspaceId)
    if (!cachedContent) return null
    const isCurrent = cachedContent.version === contentVersion
    const faqs = new Map<string, FaqRow>()
    for (const { chunk_id, source_id } of faqsAmong(searchHits)) {
      const faq = cachedContent.faqs.get(chunk_id)
      if (!faq || !(anyCategory || (isCurrent && cachedContent.current.has(chunk_id)))) return null
      faqs.set(source_id, faq)
    }
    const passageHits = passagesAmong(searchHits)
    if (passageHits.length === 0) return { faqs, citations: new Map(), sections: new Map() }
    const isComplete =
      passageHits.every((hit) => cachedContent.citations.has(hit.chunk_id)) &&
      passageHits.slice(0, sections).every((hit) => cachedContent.sections.has(hit.chunk_id))
    return isCurrent && isComplete
      ? { faqs, citations: cachedContent.citations, sections: cachedContent.sections }
      : null
  }

  set(
    workspaceId: string,
    contentVersion: number,
    searchHits: SearchHit[],
    { faqs, citations, sections }: ShownContent,
  ): void {
    const previousContent = this.#workspaces.get(workspaceId)
    // A new object, so that its size is counted again.
    const updatedContent: CachedContent =
      previousContent?.version === contentVersion
        ? { ...previousContent }
        : {
            version: contentVersion,
            faqs: previousContent?.faqs ?? new Map(),
            current: new Set(),
            citations: new Map(),
            sections: new Map(),
          }
    for (const { chunk_id, source_id } of faqsAmong(searchHits)) {
      const faq = faqs.get(source_id)
      if (!faq) continue
      updatedContent.faqs.set(chunk_id, faq)
      updatedContent.current.add(chunk_id)
    }
    for (const [id, citation] of citations) updatedContent.citations.set(id, citation)
    for (const [id, section] of sections) updatedContent.sections.set(id, section)
    this.#workspaces.set(workspaceId, updatedContent)
  }
}
