import type { RetrievalResult, SectionEvidence } from '../../src/features/answering/server/retrieve.ts'
import type { SearchHit, SearchOutcome } from '../../src/features/ranking/server/index.ts'

/** An indexed entry as an evaluation keeps it, in place of the database. */
export interface IndexedEntry {
  sectionOf(hit: SearchHit): SectionEvidence['section']
  source: string
}

/** Hits whose whole section is read, as for visitors. */
const MAX_SECTIONS = 20

/** The first step of an answer, from hits and the entries that were indexed. */
export function retrieveHits(
  text: string,
  outcome: SearchOutcome,
  indexed: Pick<ReadonlyMap<string, IndexedEntry>, 'get'>,
): RetrievalResult {
  const evidence = new Map<string, SectionEvidence>()
  for (const hit of outcome.hits.slice(0, MAX_SECTIONS)) {
    const found = indexed.get(hit.chunk_id)!
    const section = found.sectionOf(hit)
    const key = [hit.source_id, ...section.path].join('\n')
    const kind = hit.kind === 'faq' ? ('faq' as const) : ('chunk' as const)
    const { chunk_id: id, score, features, source_id } = hit
    if (!evidence.has(key))
      evidence.set(key, {
        ...{ kind, id, source_id, title: found.source, url: null, excerpt: '', isInternal: false },
        ...{ score, weight: 1, section, features },
      })
  }
  const shown = { evidence: [...evidence.values()], faqIds: [], related: [] }
  return { text, answerLevel: 'usual', outcome, isStale: false, ...shown }
}
