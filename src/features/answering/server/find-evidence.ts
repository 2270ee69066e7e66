import { type FaqRow, publishedById } from '../../faqs/server/index.ts'
import { citationsOf } from '../../knowledge/server/index.ts'
import {
  type QuestionEmbedding,
  type SearchHit,
  type SearchOutcome,
  searchEntries,
} from '../../ranking/server/index.ts'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { Evidence } from '../domain/evidence.ts'

export interface Found {
  outcome: SearchOutcome
  evidence: Evidence[]
  /** The published FAQs among the evidence, closest first. */
  faqs: FaqRow[]
}

/**
 * Searches and attaches what is shown: the FAQ's own answer and link, or the passage with its
 * source's title, page and link.
 */
export async function findEvidence(
  ctx: WorkspaceTransaction,
  o: {
    text: string
    limit: number
    prefix?: boolean
    embedding?: QuestionEmbedding | null
    faqUrl: (slug: string) => string
  },
): Promise<Found> {
  const { tx, workspaceId } = ctx
  const outcome = await searchEntries(tx, workspaceId, {
    text: o.text,
    limit: o.limit,
    ...(o.prefix ? { prefix: true } : {}),
    ...(o.embedding ? { embedding: o.embedding } : {}),
  })
  const faqIds = outcome.hits.filter((hit) => hit.kind === 'faq').map((hit) => hit.source_id)
  const chunkIds = outcome.hits.filter((hit) => hit.kind === 'passage').map((hit) => hit.chunk_id)
  const faqs = await publishedById(ctx, faqIds)
  const citations = await citationsOf(tx, workspaceId, chunkIds)
  const evidence: Evidence[] = []
  const hits: SearchHit[] = []
  for (const hit of outcome.hits) {
    const common = { score: hit.score, best_sentence: hit.best_sentence, source_id: hit.source_id }
    if (hit.kind === 'faq') {
      const faq = faqs.get(hit.source_id)
      // A FAQ that has just been taken back may still be in an index row read a moment ago: it is not shown.
      if (!faq) continue
      evidence.push({
        ...common,
        kind: 'faq',
        id: faq.id,
        title: faq.question,
        question: faq.question,
        url: o.faqUrl(faq.slug),
        text: faq.answer,
      })
    } else {
      const citation = citations.get(hit.chunk_id)
      if (!citation) continue
      evidence.push({
        ...common,
        kind: 'chunk',
        id: hit.chunk_id,
        title: citation.place ? `${hit.question} (${citation.place})` : hit.question,
        question: null,
        url: citation.url,
        text: hit.body,
      })
    }
    hits.push(hit)
  }
  return {
    outcome: { ...outcome, hits },
    evidence,
    faqs: evidence.flatMap((e) => (e.kind === 'faq' ? (faqs.get(e.id) ?? []) : [])),
  }
}
