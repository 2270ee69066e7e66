import type { FaqRow } from '../../faqs/server/index.ts'
import {
  type QuestionEmbedding,
  type SearchHit,
  type SearchOutcome,
  searchMemoryIndex,
} from '../../ranking/server/index.ts'
import { inReadTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { Evidence } from '../domain/evidence.ts'
import { readShown, type Shown, ShownContent } from './shown-content.ts'

export interface EvidenceResult {
  outcome: SearchOutcome
  evidence: Evidence[]
  /** The published FAQs among the evidence, closest first. */
  faqs: FaqRow[]
  /** The best hit and, closest first, those whose source its owner does not rank below its own: they could be meant, too. */
  contenders: SearchHit[]
}

interface EvidenceOptions {
  text: string
  limit: number
  prefix?: boolean
  embedding?: QuestionEmbedding | null
  /** The state of the workspace's content, as this request has read it. */
  contentVersion: number
  /** The FAQs' categories and places may be those of a moment ago: only what they say is shown. */
  anyCategory?: boolean
  faqUrl: (slug: string) => string
}

const shownContent = new ShownContent()

/**
 * Searches and attaches what is shown: the FAQ's own answer and link, or the passage with its source's title, page and
 * link. Must not be called inside a transaction.
 */
export async function findEvidence(context: WorkspaceContext, options: EvidenceOptions): Promise<EvidenceResult> {
  const { workspaceId, services } = context
  const { text, limit, prefix, embedding, contentVersion, anyCategory } = options
  const outcome = await searchMemoryIndex(
    services.db,
    { id: workspaceId, contentVersion },
    { text, limit, ...(prefix ? { prefix } : {}), ...(embedding ? { embedding } : {}) },
  )
  const known = shownContent.peek(workspaceId, contentVersion, outcome.hits, anyCategory)
  if (known) return attach(outcome, known, options.faqUrl)
  const shown = await inReadTransaction(context, (transaction) => readShown(transaction, outcome.hits))
  shownContent.keep(workspaceId, contentVersion, outcome.hits, shown)
  return attach(outcome, shown, options.faqUrl)
}

function attach(outcome: SearchOutcome, { faqs, citations }: Shown, faqUrl: (slug: string) => string): EvidenceResult {
  const found: { hit: SearchHit; weight: number; evidence: Evidence }[] = []
  for (const hit of outcome.hits) {
    const common = { score: hit.score, best_sentence: hit.best_sentence, source_id: hit.source_id }
    if (hit.kind === 'faq') {
      const faq = faqs.get(hit.source_id)
      // A FAQ that has just been taken back may still be in an index row read a moment ago: it is not shown.
      if (!faq) continue
      found.push({
        hit,
        weight: 1,
        evidence: {
          ...common,
          kind: 'faq',
          id: faq.id,
          title: faq.question,
          question: faq.question,
          url: faqUrl(faq.slug),
          text: faq.answer,
        },
      })
    } else {
      const citation = citations.get(hit.chunk_id)
      if (!citation) continue
      found.push({
        hit,
        weight: citation.weight,
        evidence: {
          ...common,
          score: hit.score * citation.weight,
          kind: 'chunk',
          id: hit.chunk_id,
          title: citation.place ? `${hit.question} (${citation.place})` : hit.question,
          question: null,
          url: citation.url,
          text: hit.body,
        },
      })
    }
  }
  const ranked = found.toSorted((left, right) => right.evidence.score - left.evidence.score)
  const evidence = ranked.map((one) => one.evidence)
  const hits = ranked.map(({ hit }) => hit)
  const rank = ranked[0]?.weight ?? 1
  return {
    // A preferred source wins ties only.
    outcome: { ...outcome, hits, margin: hits[0] === outcome.hits[0] ? outcome.margin : 0 },
    evidence,
    faqs: evidence.flatMap((e) => (e.kind === 'faq' ? (faqs.get(e.id) ?? []) : [])),
    contenders: ranked.filter(({ weight }) => weight >= rank).map(({ hit }) => hit),
  }
}
