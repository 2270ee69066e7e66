import { notFound } from '../../../kernel/app-error.ts'
import { firstPublished } from '../../faqs/server/index.ts'
import { conversationTurns, type Turn } from '../../questions/server/index.ts'
import {
  confidenceWithMeaning,
  type Decision,
  decideOn,
  type QuestionEmbedding,
  type SemanticSearch,
  type ServedEmbeddings,
} from '../../ranking/server/index.ts'
import {
  type AnswerStyle,
  answerStyleOf,
  inReadTransaction,
  type PublicInfo,
  readPublicInfo,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import type { Evidence } from '../domain/evidence.ts'
import type { RelatedCandidate } from '../domain/related-questions.ts'
import { findEvidence } from './find-evidence.ts'
import { readThresholds } from './thresholds.ts'

/** Context of an answer: the workspace, its tone, and the visit so far. */
export interface AnswerContext {
  info: PublicInfo
  /** For a model to write in; null where none does. */
  style: AnswerStyle | null
  turns: Turn[]
  /** The embeddings that serve the workspace; null where it is searched by words alone. */
  served: ServedEmbeddings | null
}

export interface RetrievalResult {
  evidence: Evidence[]
  confidence: number
  decision: Decision
  /** The FAQs among the evidence, closest first. */
  faqIds: string[]
  /** Published FAQs that may be offered beside the answer. */
  related: RelatedCandidate[]
}

const MAX_TURNS = 3
const MAX_EVIDENCE = 20
const RELATED_POOL = 6

export const loadAnswerContext = (
  context: WorkspaceContext,
  conversationId: string | null,
  hasModel: boolean,
  meaning: Pick<SemanticSearch, 'served'> | null,
): Promise<AnswerContext> =>
  inReadTransaction(context, async (transaction) => {
    const info = await readPublicInfo(transaction.tx, transaction.workspaceId)
    if (!info) throw notFound('workspace')
    const style = hasModel ? await answerStyleOf(transaction.tx, transaction.workspaceId) : null
    const turns = conversationId ? await conversationTurns(transaction, conversationId, MAX_TURNS) : []
    return {
      info,
      style,
      turns,
      served: meaning ? await meaning.served(transaction.tx, transaction.workspaceId) : null,
    }
  })

/** Searches, and reads everything else that the decision needs. Must not be called inside a transaction. */
export async function retrieve(
  context: WorkspaceContext,
  options: { text: string; embedding: QuestionEmbedding | null; opening: AnswerContext; appUrl: URL },
): Promise<RetrievalResult> {
  const { contentVersion, workspace } = options.opening.info
  const faqUrl = (slug: string) => new URL(`/faq/${workspace.subdomain}/${slug}`, options.appUrl).href
  const { text, embedding } = options
  const found = await findEvidence(context, { text, limit: MAX_EVIDENCE, embedding, contentVersion, faqUrl })
  const [best] = found.faqs
  return inReadTransaction(context, async (transaction) => {
    const thresholds = await readThresholds(transaction)
    const z = confidenceWithMeaning(found.outcome, thresholds)
    const contest = { ...found.outcome, hits: found.contenders }
    return {
      evidence: found.evidence,
      confidence: z,
      decision: found.evidence.length === 0 ? 'refuse' : decideOn(contest, z, thresholds),
      faqIds: found.faqs.map((faq) => faq.id),
      related: [
        ...found.faqs,
        ...(found.faqs.length > RELATED_POOL ? [] : await fallbackRelated(transaction, best?.category)),
      ],
    }
  })
}

/** A few of the answer's category and the first ones, where the search found too little that is related. */
const fallbackRelated = async (
  transaction: WorkspaceTransaction,
  category: string | undefined,
): Promise<RelatedCandidate[]> => [
  ...(category === undefined ? [] : await firstPublished(transaction, RELATED_POOL, category)),
  ...(await firstPublished(transaction, RELATED_POOL)),
]
