import { LRUCache } from 'lru-cache'
import { firstPublished } from '../../faqs/server/index.ts'
import type { QuestionEmbedding, SearchOutcome } from '../../ranking/server/index.ts'
import type { AnswerLevel } from '../../workspaces/contract.ts'
import { readPublished, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { Evidence } from '../domain/evidence.ts'
import type { RelatedCandidate } from '../domain/related-questions.ts'
import type { Section } from '../domain/section.ts'
import type { AnswerContext } from './answer-context.ts'
import { blockedSourceIds } from './blocked-sources/blocked-source-ids.ts'
import { findEvidence } from './find-evidence.ts'
import { pageUrlOf } from './page-url.ts'

/** Evidence with the section that it is part of, which can answer, and the features of its hit. */
export interface SectionEvidence extends Evidence {
  section: Section
  features: SearchOutcome['hits'][number]['features']
}

/** Key of a section, which several passages may be part of. */
export const sectionKey = ({ source_id, section }: Pick<SectionEvidence, 'source_id' | 'section'>): string =>
  [source_id, ...section.path].join('\n')

export interface RetrievalResult {
  /** The text that was searched for. */
  text: string
  /** Level of certainty from which the workspace answers. */
  answerLevel: AnswerLevel
  outcome: SearchOutcome
  /** Something that was just written may be missing. */
  isStale: boolean
  /** Best first; a section is in it once. */
  evidence: SectionEvidence[]
  /** The FAQs among the evidence, closest first. */
  faqIds: string[]
  /** Published FAQs that may be offered beside the answer. */
  related: RelatedCandidate[]
}

const MAX_EVIDENCE = 20
/** Hits whose whole section is read: enough to find the topics that could be meant. */
const MAX_SECTIONS = 20
const RELATED_POOL = 6

/** First step: searches, and reads everything else that the decision needs. Must not be called inside a transaction. */
export async function retrieve(
  context: WorkspaceContext,
  options: {
    text: string
    embedding: QuestionEmbedding | null
    answerContext: AnswerContext
    appUrl: URL
    waitsForChanges?: boolean
  },
): Promise<RetrievalResult> {
  const { text, embedding, answerContext, appUrl, waitsForChanges = false } = options
  const { contentVersion, subdomain } = answerContext.workspace
  const excludedSourceIds = await blockedSourceIds(context, { text, contentVersion })
  const evidenceRequest = {
    ...{ text, limit: MAX_EVIDENCE, embedding, excludedSourceIds, contentVersion, waitsForChanges },
    ...{ sectionCount: MAX_SECTIONS, pageUrl: pageUrlOf(appUrl, subdomain) },
  }
  const { outcome, found, faqs } = await findEvidence(context, evidenceRequest)
  const [bestFaq] = faqs
  const sections = found.flatMap(({ evidence, hit, section }): SectionEvidence[] =>
    section ? [{ ...evidence, section, features: hit.features }] : [],
  )
  const hasEnoughFaqs = faqs.length > RELATED_POOL
  const fallbackFaqs = hasEnoughFaqs ? [] : await fallbackRelated(context, contentVersion, bestFaq?.category)
  return {
    text,
    answerLevel: answerContext.workspace.answerLevel,
    outcome,
    isStale: outcome.isStale,
    evidence: distinctSections(sections),
    faqIds: faqs.map((faq) => faq.id),
    related: [...faqs, ...fallbackFaqs],
  }
}

/** Several passages of one section count once, by the best of them. */
function distinctSections(sections: readonly SectionEvidence[]): SectionEvidence[] {
  const sectionByKey = new Map<string, SectionEvidence>()
  for (const sectionEvidence of sections)
    if (!sectionByKey.has(sectionKey(sectionEvidence))) sectionByKey.set(sectionKey(sectionEvidence), sectionEvidence)
  return [...sectionByKey.values()]
}

/** By workspace, content version and category. */
const relatedCache = new LRUCache<string, RelatedCandidate[]>({ max: 5_000 })

/** A few FAQs of the answer's category and the first ones, where the search found too little that is related. */
async function fallbackRelated(
  context: WorkspaceContext,
  contentVersion: number,
  category: string | undefined,
): Promise<RelatedCandidate[]> {
  const cacheKey = JSON.stringify([context.workspaceId, contentVersion, category])
  const knownRelated = relatedCache.get(cacheKey)
  if (knownRelated) return knownRelated
  const [ofCategory, firstInOrder] = await readPublished(context, (transaction) =>
    Promise.all([
      category === undefined ? [] : firstPublished(transaction, RELATED_POOL, category),
      firstPublished(transaction, RELATED_POOL),
    ]),
  )
  const related = [...ofCategory, ...firstInOrder].map((faq) => ({
    id: faq.id,
    question: faq.question,
    category: faq.category,
  }))
  relatedCache.set(cacheKey, related)
  return related
}
