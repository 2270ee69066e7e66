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
export interface Opening {
  info: PublicInfo
  /** For a model to write in; null where none does. */
  style: AnswerStyle | null
  turns: Turn[]
  /** The embeddings that serve the workspace; null where it is searched by words alone. */
  served: ServedEmbeddings | null
}

export interface Gathered {
  evidence: Evidence[]
  confidence: number
  decision: Decision
  /** The FAQs among the evidence, closest first. */
  faqIds: string[]
  /** Published FAQs that may be offered beside the answer. */
  related: RelatedCandidate[]
}

const TURNS = 3
const CANDIDATES = 20
const RELATED_POOL = 6

export const open = (
  ctx: WorkspaceContext,
  conversationId: string | null,
  hasModel: boolean,
  meaning: Pick<SemanticSearch, 'served'> | null,
): Promise<Opening> =>
  inReadTransaction(ctx, async (ctx) => {
    const info = await readPublicInfo(ctx.tx, ctx.workspaceId)
    if (!info) throw notFound('workspace')
    const style = hasModel ? await answerStyleOf(ctx.tx, ctx.workspaceId) : null
    const turns = conversationId ? await conversationTurns(ctx, conversationId, TURNS) : []
    return { info, style, turns, served: meaning ? await meaning.served(ctx.tx, ctx.workspaceId) : null }
  })

/** One read of everything the decision needs; nothing outside the database is waited for inside it. */
export const gather = (
  ctx: WorkspaceContext,
  o: { text: string; embedding: QuestionEmbedding | null; opening: Opening; appUrl: URL },
): Promise<Gathered> =>
  inReadTransaction(ctx, async (ctx) => {
    const faqUrl = (slug: string) => new URL(`/faq/${o.opening.info.workspace.subdomain}/${slug}`, o.appUrl).href
    const { contentVersion } = o.opening.info
    const wish = { text: o.text, limit: CANDIDATES, embedding: o.embedding, contentVersion, faqUrl }
    const found = await findEvidence(ctx, wish)
    const thresholds = await readThresholds(ctx)
    const z = confidenceWithMeaning(found.outcome, thresholds)
    const contest = { ...found.outcome, hits: found.contenders }
    const [best] = found.faqs
    return {
      evidence: found.evidence,
      confidence: z,
      decision: found.evidence.length === 0 ? 'refuse' : decideOn(contest, z, thresholds),
      faqIds: found.faqs.map((faq) => faq.id),
      related: [...found.faqs, ...(found.faqs.length > RELATED_POOL ? [] : await standIns(ctx, best?.category))],
    }
  })

/** A few of the answer's category and the first ones, where the search found too little that is related. */
const standIns = async (ctx: WorkspaceTransaction, category: string | undefined): Promise<RelatedCandidate[]> => [
  ...(category === undefined ? [] : await firstPublished(ctx, RELATED_POOL, category)),
  ...(await firstPublished(ctx, RELATED_POOL)),
]
