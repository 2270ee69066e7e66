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
  database: Database,
  workspaceId: string,
  modelName: string,
  abortSignal: AbortSignal,
): Promise<{ weight: SemanticWeight; fit: SemanticFit | null }> {
  const sampledFaqs = await workspaceTransaction(
    database,
    { workspaceId, userId: null },
    (transaction) => sampleFaqs(transaction, workspaceId),
    'read',
  )
  if (sampledFaqs.length === 0) return fitWeight([])
  const memoryIndex = await memoryIndexesOf(database).get(workspaceId, null)
  const vectorIndex = await new VectorIndexes(database).get(
    { id: workspaceId, readOrigin: null },
    { model: modelName, version: '' },
    memoryIndex,
  )
  if (!vectorIndex) return fitWeight([])
  const throttled = throttleTo(BACKGROUND_SHARE, abortSignal)
  const questions: JudgedCandidate[][] = []
  const startedAt = performance.now()
  for (const [position, faq] of sampledFaqs.entries()) {
    if (performance.now() - startedAt > LIMIT_MS) break
    const judgedCandidates = await throttled(async () =>
      judgeWithout(memoryIndex, vectorIndex, faq, position % faq.alternatives.length),
    )
    if (judgedCandidates) questions.push(judgedCandidates)
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
  memoryIndex: MemoryIndex,
  vectorIndex: VectorIndex,
  sampledFaq: SampledFaq,
  alternative: number,
): JudgedCandidate[] | null {
  const { chunk_id, language, alternatives } = sampledFaq
  const askedText = alternatives[alternative]!
  const vectorPlace = embeddedTexts(sampledFaq).indexOf(askedText.trim())
  const askedVector = vectorIndex.vectorsOf(chunk_id)?.[vectorPlace]
  if (!askedVector || vectorPlace < 0) return null
  const remainingFaq = {
    ...sampledFaq,
    alternatives: alternatives.filter((_, otherAlternative) => otherAlternative !== alternative),
  }
  const candidates = findCandidates(memoryIndex, { text: askedText, language })
  const chunkIdOf = (slot: number) => memoryIndex.entries.chunkId(slot)
  const knownChunks = new Set(candidates.slots.map(chunkIdOf))
  const { entryNumbers, unrelated, cosines } = vectorIndex.compare(askedVector, {
    nearest: MAX_NEAREST,
    chunkIds: knownChunks,
  })
  const nearbySlots = memoryIndex.slotsOf(entryNumbers).filter((slot) => !knownChunks.has(chunkIdOf(slot)))
  const foundSlots = [...candidates.slots, ...nearbySlots]
  const { hits } = memoryIndex.withEntry({ ...remainingFaq, kind: 'faq', source_id: chunk_id }, (outcomeWithout) =>
    rankCandidates(
      { ...candidates, slots: foundSlots.map((slot) => (chunkIdOf(slot) === chunk_id ? outcomeWithout : slot)) },
      MAX_HITS,
      {
        similarities: { cosines, unrelated },
        // Any weight lists all entries that are near.
        weight: { weight: 2, reach: null },
      },
    ),
  )
  return hits.map((hit) => {
    const isRightHit = hit.chunk_id === chunk_id
    const hitCosine = isRightHit
      ? vectorIndex.cosineWithout(askedVector, chunk_id, vectorPlace)
      : cosines.get(hit.chunk_id)
    return { words: hit.words, semantic: semanticFeature(hitCosine ?? unrelated, unrelated), isRight: isRightHit }
  })
}
