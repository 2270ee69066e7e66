import { LRUCache } from 'lru-cache'
import { firstPublished } from '../../faqs/server/index.ts'
import { conversationTurns, type Turn } from '../../questions/server/index.ts'
import type { QuestionEmbedding, SearchOutcome, SemanticSearch, ServedEmbeddings } from '../../ranking/server/index.ts'
import type { AnswerLevel } from '../../workspaces/contract.ts'
import {
  type AnswerStyle,
  answerStyleOf,
  inReadTransaction,
  isVisitorContext,
  readPublished,
  readVisitedWorkspace,
  type VisitedWorkspace,
  type VisitorContext,
  type WorkspaceContext,
} from '../../workspaces/server/index.ts'
import type { SectionEvidence } from '../domain/evidence.ts'
import type { RelatedCandidate } from '../domain/related-questions.ts'
import { blockedSourceIds } from './blocked-sources/blocked-source-ids.ts'
import { findEvidence } from './find-evidence.ts'

/** Context of an answer: the workspace, its tone, and the visit so far. */
export interface AnswerContext {
  workspace: VisitedWorkspace
  /** For a model to write in; null where none does. */
  style: AnswerStyle | null
  turns: Turn[]
  /** The embeddings that serve the workspace; null where it is searched by words alone. */
  served: ServedEmbeddings | null
}

export interface Retrieved extends SectionEvidence {
  features: SearchOutcome['hits'][number]['features']
}

export interface RetrievalResult {
  /** The text that was searched for. */
  text: string
  /** Level of certainty from which the workspace answers. */
  answerLevel: AnswerLevel
  outcome: SearchOutcome
  /** Something that was just written may be missing. */
  isStale: boolean
  /** Best first; a section is in it once. */
  evidence: Retrieved[]
  /** The FAQs among the evidence, closest first. */
  faqIds: string[]
  /** Published FAQs that may be offered beside the answer. */
  related: RelatedCandidate[]
}

const MAX_TURNS = 3
const MAX_EVIDENCE = 20
/** Hits whose whole section is read: enough to find the topics that could be meant. */
const MAX_SECTIONS = 20
const RELATED_POOL = 6

/** A visitor whose admission has also read the embeddings that serve the workspace. */
export type AskingVisitor = VisitorContext & Pick<AnswerContext, 'served'>

const isAskingVisitor = (context: WorkspaceContext): context is AskingVisitor =>
  isVisitorContext(context) && 'served' in context

/** Loads everything that an answer needs beside the content: nothing, or in one round trip. Throws not_found. */
export async function loadAnswerContext(
  context: WorkspaceContext,
  conversationId: string | null,
  hasModel: boolean,
  semantic: Pick<SemanticSearch, 'served'> | null,
): Promise<AnswerContext> {
  const known = isVisitorContext(context) ? context : null
  const knownServed = !semantic ? null : isAskingVisitor(context) ? context.served : undefined
  if (known && !hasModel && conversationId === null && knownServed !== undefined)
    return { workspace: known, style: null, turns: [], served: knownServed }
  // The replica may lack the turns. Embeddings that are read with them are newer than what it has.
  if (conversationId !== null && knownServed === undefined && context.readOrigin) context.readOrigin.isReplica = false
  const read = conversationId === null ? readPublished : inReadTransaction
  return read(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    const [workspace, style, turns, served] = await Promise.all([
      known ?? readVisitedWorkspace(tx, workspaceId),
      hasModel ? answerStyleOf(tx, workspaceId) : null,
      conversationId ? conversationTurns(transaction, conversationId, MAX_TURNS) : [],
      knownServed === undefined && semantic ? semantic.served(tx, workspaceId) : (knownServed ?? null),
    ])
    return { workspace, style, turns, served }
  })
}

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
  const pageUrl = (path: string) => new URL(`/faq/${subdomain}/${path}`, appUrl).href
  const excludedSourceIds = await blockedSourceIds(context, { text, contentVersion })
  const request = {
    ...{ text, limit: MAX_EVIDENCE, embedding, excludedSourceIds, contentVersion, waitsForChanges },
    ...{ sections: MAX_SECTIONS, pageUrl },
  }
  const { outcome, found, faqs } = await findEvidence(context, request)
  const [best] = faqs
  const sections = found.flatMap(({ evidence, hit, section }): Retrieved[] =>
    section ? [{ ...evidence, section, features: hit.features }] : [],
  )
  const isEnough = faqs.length > RELATED_POOL
  const fallback = isEnough ? [] : await fallbackRelated(context, contentVersion, best?.category)
  return {
    text,
    answerLevel: answerContext.workspace.answerLevel,
    outcome,
    isStale: outcome.isStale,
    evidence: distinctSections(sections),
    faqIds: faqs.map((faq) => faq.id),
    related: [...faqs, ...fallback],
  }
}

/** Several passages of one section count once, by the best of them. */
function distinctSections(sections: readonly Retrieved[]): Retrieved[] {
  const kept = new Map<string, Retrieved>()
  for (const one of sections) {
    const key = [one.source_id, ...one.section.path].join('\n')
    if (!kept.has(key)) kept.set(key, one)
  }
  return [...kept.values()]
}

/** By workspace, content version and category. */
const relatedCache = new LRUCache<string, RelatedCandidate[]>({ max: 5_000 })

/** A few FAQs of the answer's category and the first ones, where the search found too little that is related. */
async function fallbackRelated(
  context: WorkspaceContext,
  contentVersion: number,
  category: string | undefined,
): Promise<RelatedCandidate[]> {
  const key = JSON.stringify([context.workspaceId, contentVersion, category])
  const known = relatedCache.get(key)
  if (known) return known
  const [ofCategory, first] = await readPublished(context, (transaction) =>
    Promise.all([
      category === undefined ? [] : firstPublished(transaction, RELATED_POOL, category),
      firstPublished(transaction, RELATED_POOL),
    ]),
  )
  const related = [...ofCategory, ...first].map((faq) => ({
    id: faq.id,
    question: faq.question,
    category: faq.category,
  }))
  relatedCache.set(key, related)
  return related
}
