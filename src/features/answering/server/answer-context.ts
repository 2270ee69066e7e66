import { type ConversationTurn, conversationTurns } from '../../questions/server/index.ts'
import type { SemanticSearch, ServedEmbeddings } from '../../ranking/server/index.ts'
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

const MAX_TURNS = 3

/** Context of an answer: the workspace, its tone, and the visit so far. */
export interface AnswerContext {
  workspace: VisitedWorkspace
  /** For a model to write in; null where none does. */
  style: AnswerStyle | null
  turns: ConversationTurn[]
  /** The embeddings that serve the workspace; null where it is searched by words alone. */
  served: ServedEmbeddings | null
}

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
  const knownWorkspace = isVisitorContext(context) ? context : null
  const knownServed = !semantic ? null : isAskingVisitor(context) ? context.served : undefined
  if (knownWorkspace && !hasModel && conversationId === null && knownServed !== undefined)
    return { workspace: knownWorkspace, style: null, turns: [], served: knownServed }
  // The replica may lack the turns. Embeddings that are read with them are newer than what it has.
  if (conversationId !== null && knownServed === undefined && context.readOrigin) context.readOrigin.isReplica = false
  const readContext = conversationId === null ? readPublished : inReadTransaction
  return readContext(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    const [workspace, style, turns, served] = await Promise.all([
      knownWorkspace ?? readVisitedWorkspace(tx, workspaceId),
      hasModel ? answerStyleOf(tx, workspaceId) : null,
      conversationId ? conversationTurns(transaction, conversationId, MAX_TURNS) : [],
      knownServed === undefined && semantic ? semantic.served(tx, workspaceId) : (knownServed ?? null),
    ])
    return { workspace, style, turns, served }
  })
}
