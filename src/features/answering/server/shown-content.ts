import { LRUCache } from 'lru-cache'
import { type FaqRow, publishedById } from '../../faqs/server/index.ts'
import { type Citation, citationsOf, sectionsAround } from '../../knowledge/server/index.ts'
import type { SearchHit } from '../../ranking/server/index.ts'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { Section } from '../domain/section.ts'
import { passageSection } from './sections.ts'

/** Display data of search hits: published FAQs by id, citations and sections of passages by chunk id. */
export interface Shown {
  faqs: ReadonlyMap<string, FaqRow>
  citations: ReadonlyMap<string, Citation>
  /** Sections of the first passages only; none for a search, which shows excerpts. */
  sections: ReadonlyMap<string, Section>
}

interface Kept {
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

/** Reads what is shown of hits from the database, in one round trip. @param sections number of passages whose section is needed */
export async function readShown(
  transaction: WorkspaceTransaction,
  hits: SearchHit[],
  sections: number,
): Promise<Shown> {
  const { tx, workspaceId } = transaction
  const passages = passagesAmong(hits)
  const chunkIds = passages.map((hit) => hit.chunk_id)
  const faqIds = faqsAmong(hits).map((hit) => hit.source_id)
  const [faqs, citations, around] = await Promise.all([
    publishedById(transaction, faqIds),
    citationsOf(tx, workspaceId, chunkIds),
    sectionsAround(tx, workspaceId, chunkIds.slice(0, sections)),
  ])
  const rows = Map.groupBy(around, ({ found }) => found)
  return {
    faqs,
    citations,
    sections: new Map(
      passages.flatMap(({ chunk_id, source_id, question, language }) => {
        const passageRows = rows.get(chunk_id)
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
export class ShownContent {
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: MAX_ROWS,
    sizeCalculation: ({ faqs, citations, sections }) => Math.max(1, faqs.size + citations.size + sections.size),
  })

  /**
   * Returns the display data of these hits when all of it is cached. `anyCategory` accepts entries with outdated
   * categories and positions.
   */
  peek(
    workspaceId: string,
    version: number,
    hits: SearchHit[],
    { anyCategory = false, sections = 0 }: { anyCategory?: boolean; sections?: number } = {},
  ): Shown | null {
    const kept = this.#kept.get(workspaceId)
    if (!kept) return null
    const isCurrent = kept.version === version
    const faqs = new Map<string, FaqRow>()
    for (const { chunk_id, source_id } of faqsAmong(hits)) {
      const faq = kept.faqs.get(chunk_id)
      if (!faq || !(anyCategory || (isCurrent && kept.current.has(chunk_id)))) return null
      faqs.set(source_id, faq)
    }
    const passages = passagesAmong(hits)
    if (passages.length === 0) return { faqs, citations: new Map(), sections: new Map() }
    const isComplete =
      passages.every((hit) => kept.citations.has(hit.chunk_id)) &&
      passages.slice(0, sections).every((hit) => kept.sections.has(hit.chunk_id))
    return isCurrent && isComplete ? { faqs, citations: kept.citations, sections: kept.sections } : null
  }

  keep(workspaceId: string, version: number, hits: SearchHit[], { faqs, citations, sections }: Shown): void {
    const before = this.#kept.get(workspaceId)
    // A new object, so that its size is counted again.
    const kept: Kept =
      before?.version === version
        ? { ...before }
        : { version, faqs: before?.faqs ?? new Map(), current: new Set(), citations: new Map(), sections: new Map() }
    for (const { chunk_id, source_id } of faqsAmong(hits)) {
      const faq = faqs.get(source_id)
      if (!faq) continue
      kept.faqs.set(chunk_id, faq)
      kept.current.add(chunk_id)
    }
    for (const [id, citation] of citations) kept.citations.set(id, citation)
    for (const [id, section] of sections) kept.sections.set(id, section)
    this.#kept.set(workspaceId, kept)
  }
}
