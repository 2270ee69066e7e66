import { and, desc, eq, lt } from 'drizzle-orm'
import { closeParaphraseOf } from '../../answering/server/index.ts'
import { messages } from '../../questions/server/index.ts'
import { inReadTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { answerDoubts } from './doubtful-answers.table.ts'

/** A question that is put again later than this is a new matter. */
const REPHRASED_WITHIN_MS = 15 * 60_000

export type DoubtMessage = Pick<
  typeof messages.$inferSelect,
  | 'id'
  | 'conversationId'
  | 'question'
  | 'answer'
  | 'sources'
  | 'outcome'
  | 'isSmallTalk'
  | 'vote'
  | 'handoffRequestedAt'
  | 'createdAt'
>

export interface ReadDoubt {
  message: DoubtMessage
  /** Questions of the same visit came before it. */
  isContinued: boolean
  change: Partial<Pick<typeof answerDoubts.$inferSelect, 'isDownVoted' | 'isHandedOff' | 'rephrasedBy'>>
}

const MESSAGE_COLUMNS = {
  id: messages.id,
  conversationId: messages.conversationId,
  question: messages.question,
  answer: messages.answer,
  sources: messages.sources,
  outcome: messages.outcome,
  isSmallTalk: messages.isSmallTalk,
  vote: messages.vote,
  handoffRequestedAt: messages.handoffRequestedAt,
  createdAt: messages.createdAt,
}

/** The question that was asked before it in the same visit, small talk aside. */
async function questionBefore(
  { tx, workspaceId }: WorkspaceTransaction,
  message: DoubtMessage,
): Promise<DoubtMessage | undefined> {
  const [before] = await tx
    .select(MESSAGE_COLUMNS)
    .from(messages)
    .where(
      and(
        eq(messages.workspaceId, workspaceId),
        eq(messages.conversationId, message.conversationId),
        eq(messages.isSmallTalk, false),
        lt(messages.id, message.id),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(1)
  return before
}

function isRephrased(firstMessage: DoubtMessage, nextMessage: DoubtMessage): boolean {
  const isSoon = nextMessage.createdAt.getTime() - firstMessage.createdAt.getTime() <= REPHRASED_WITHIN_MS
  // The very same words are a form that was sent twice.
  const isSameText = firstMessage.question.trim().toLowerCase() === nextMessage.question.trim().toLowerCase()
  return isSoon && !isSameText && closeParaphraseOf(firstMessage.question)(nextMessage.question)
}

/** The doubts that follow from a message: about its own answer, and about the one that its visitor got before. */
export const readDoubts = (context: WorkspaceContext, messageId: string): Promise<ReadDoubt[]> =>
  inReadTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    const [message] = await tx
      .select(MESSAGE_COLUMNS)
      .from(messages)
      .where(and(eq(messages.workspaceId, workspaceId), eq(messages.id, messageId)))
    if (!message) return []
    const previousMessage = await questionBefore(transaction, message)
    const isHandedOff = message.handoffRequestedAt !== null
    const doubts: ReadDoubt[] = []
    if (!message.isSmallTalk)
      doubts.push({
        message,
        isContinued: previousMessage !== undefined,
        change: { isDownVoted: message.vote === 'down', isHandedOff },
      })
    const aboutBefore =
      previousMessage &&
      (message.isSmallTalk
        ? isHandedOff && { isHandedOff }
        : isRephrased(previousMessage, message) && { rephrasedBy: message.id })
    if (previousMessage && aboutBefore)
      doubts.push({
        message: previousMessage,
        isContinued: (await questionBefore(transaction, previousMessage)) !== undefined,
        change: aboutBefore,
      })
    return doubts.filter((doubt) => doubt.message.outcome === 'answered')
  })
