import { sql } from 'drizzle-orm'
import { type Database, type Tx, workspaceTransaction } from '../../../../platform/db/index.ts'
import { BACKGROUND_SHARE, throttleTo } from '../../../../platform/jobs/index.ts'
import type { EntryText } from '../../domain/entry.ts'
import type { MemoryIndex } from '../../domain/memory-index/memory-index.ts'
import { findCandidates, rankCandidates } from '../../domain/memory-index/search.ts'
import { type SemanticWeight, semanticFeature } from '../../domain/rank/semantic-feature.ts'
import { fitWeight, type JudgedCandidate, type SemanticFit } from '../../domain/semantic/fit-weight.ts'
import type { VectorIndex } from '../../domain/semantic/vector-index.ts'
import { embeddedTexts } from '../../domain/text/embedded-text.ts'
import { memoryIndexesOf } from '../memory-index/memory-indexes.ts'
import { rowsOf } from '../statements.ts'
import { VectorIndexes } from './vector-indexes.ts'

/** Bounds the cost to some hundred searches. */
const MAX_PHRASINGS = 150
const MAX_HITS = 256
const MAX_NEAREST = 50
/** Maximum duration; the phrasings asked until then count. */
const LIMIT_MS = 120_000

interface SampledFaq extends EntryText {
  chunk_id: string
}

/**
 * Fits how much meaning counts in a workspace: asks alternative questions of a sample of its FAQs, each removed from its
 * FAQ, with the vectors that are stored. Runs in the background. Throws the abort reason.
 */
export async function fitSemanticWeight(
  db: Database,
  workspaceId: string,
  model: string,
  signal: AbortSignal,
): Promise<{ weight: SemanticWeight; fit: SemanticFit | null }> {
  const faqs = await workspaceTransaction(
    db,
    { workspaceId, userId: null },
    (transaction) => sampleFaqs(transaction, workspaceId),
    'read',
  )
  if (faqs.length === 0) return fitWeight([])
  const index = await memoryIndexesOf(db).get(workspaceId, null)
  const vectors = await new VectorIndexes(db).get({ id: workspaceId, readOrigin: null }, { model, version: '' }, index)
  if (!vectors) return fitWeight([])
  const throttled = throttleTo(BACKGROUND_SHARE, signal)
  const questions: JudgedCandidate[][] = []
  const started = performance.now()
  for (const [position, faq] of faqs.entries()) {
    if (performance.now() - started > LIMIT_MS) break
    const judged = await throttled(async () => judgeWithout(index, vectors, faq, position % faq.alternatives.length))
    if (judged) questions.push(judged)
  }
  return fitWeight(questions)
}

/** FAQs with alternatives, spread over all entries, the same at every call. */
const sampleFaqs = (transaction: Tx, workspaceId: string): Promise<SampledFaq[]> =>
  rowsOf<SampledFaq>(
    transaction,
    sql`select chunk_id, language, question, alternatives, body from search_entries
        where workspace_id = ${workspaceId}::uuid and kind = 'faq' and cardinality(alternatives) > 0
        order by (entry_no * 2654435761) % 1000003 limit ${MAX_PHRASINGS}`,
  )

/** Ranks for one alternative as if its FAQ did not have it; null where it has no vector. */
function judgeWithout(
  index: MemoryIndex,
  vectors: VectorIndex,
  faq: SampledFaq,
  alternative: number,
): JudgedCandidate[] | null {
  const { chunk_id, language, alternatives } = faq
  const text = alternatives[alternative]!
  const place = embeddedTexts(faq).indexOf(text.trim())
  const vector = vectors.vectorsOf(chunk_id)?.[place]
  if (!vector || place < 0) return null
  const rest = { ...faq, alternatives: alternatives.filter((_, other) => other !== alternative) }
  const candidates = findCandidates(index, { text, language })
  const chunkIdOf = (slot: number) => index.entries.chunkId(slot)
  const known = new Set(candidates.slots.map(chunkIdOf))
  const { entryNumbers, unrelated, cosines } = vectors.compare(vector, { nearest: MAX_NEAREST, chunkIds: known })
  const near = index.slotsOf(entryNumbers).filter((slot) => !known.has(chunkIdOf(slot)))
  const found = [...candidates.slots, ...near]
  const { hits } = index.withEntry({ ...rest, kind: 'faq', source_id: chunk_id }, (without) =>
    rankCandidates(
      { ...candidates, slots: found.map((slot) => (chunkIdOf(slot) === chunk_id ? without : slot)) },
      MAX_HITS,
      {
        similarities: { cosines, unrelated },
        // Any weight lists all entries that are near.
        weight: { weight: 2, reach: null },
      },
    ),
  )
  return hits.map((hit) => {
    const isRight = hit.chunk_id === chunk_id
    const cosine = isRight ? vectors.cosineWithout(vector, chunk_id, place) : cosines.get(hit.chunk_id)
    return { words: hit.words, semantic: semanticFeature(cosine ?? unrelated, unrelated), isRight }
  })
}
