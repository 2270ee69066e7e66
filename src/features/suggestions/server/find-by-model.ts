import { and, eq, sql } from 'drizzle-orm'
import { newId } from '../../../kernel/ids.ts'
import {
  type AnsweringServices,
  type DraftedAnswer,
  draftAnswer,
  proposeQuestions,
} from '../../answering/server/index.ts'
import { replaceImageMarks } from '../../knowledge/server/index.ts'
import { questionKey } from '../../questions/server/index.ts'
import { inReadTransaction, inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { toAnswerText } from '../domain/answer-text.ts'
import { lockSuggestions, suggestionsChanged } from './lock-suggestions.ts'
import { suggestedFaqs, suggestionReadings } from './suggestions.table.ts'

/** Sources that a model is shown in one go, and questions that it may find in each. */
const SOURCES_PER_ROUND = 5
const QUESTIONS_PER_SOURCE = 5
const MODEL_TIMEOUT_MS = 30_000
/** Texts of a workspace that a model was shown as they are now: what a large website may cost. */
const MAX_SOURCES_FOR_MODEL = 100

interface UnreadSource extends Record<string, unknown> {
  id: string
  title: string
  content: string
  content_hash: string
}

/** Sources that a model has not searched yet, the shortest first: they are about one subject. */
const sourcesUnreadByModel = (context: WorkspaceContext): Promise<UnreadSource[]> =>
  inReadTransaction(context, async ({ tx, workspaceId }) => {
    const { rows } = await tx.execute<UnreadSource>(
      sql`select s.id, s.title, s.content, s.content_hash from suggestion_readings r
          join sources s on s.workspace_id = r.workspace_id and s.id = r.source_id
          where r.workspace_id = ${workspaceId} and not r.by_model and s.state = 'ready'
            and s.content_hash = r.content_hash and s.content is not null
            and (select count(*) from suggestion_readings shown
                 where shown.workspace_id = r.workspace_id and shown.by_model) < ${MAX_SOURCES_FOR_MODEL}
          order by length(s.content), s.id limit ${SOURCES_PER_ROUND}`,
    )
    return rows
  })

interface ModelFaq {
  question: string
  answer: string
  leftOut: number
}

/** The model's answer if it uses this source; an answer that uses another source is found there. */
function supportedFaqs(sourceId: string, question: string, draftedAnswer: DraftedAnswer): ModelFaq[] {
  const answerText = toAnswerText(draftedAnswer.text)
  const citesSource = draftedAnswer.sources.some((source) => source.source_id === sourceId)
  return answerText !== null && citesSource && draftedAnswer.writtenBy === 'model'
    ? [{ question, answer: answerText, leftOut: draftedAnswer.leftOut }]
    : []
}

const saveModelFaqs = (
  context: WorkspaceContext,
  source: UnreadSource,
  modelFaqs: readonly ModelFaq[],
): Promise<void> =>
  inTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    await lockSuggestions(transaction)
    const markedReadings = await tx
      .update(suggestionReadings)
      .set({ byModel: true })
      .where(
        and(
          eq(suggestionReadings.workspaceId, workspaceId),
          eq(suggestionReadings.sourceId, source.id),
          eq(suggestionReadings.contentHash, source.content_hash),
        ),
      )
      .returning({ id: suggestionReadings.sourceId })
    // It says something else by now.
    if (markedReadings.length === 0) return
    for (const [position, { question, answer, leftOut }] of modelFaqs.entries())
      await tx
        .insert(suggestedFaqs)
        .values({
          ...{ workspaceId, id: newId(), sourceId: source.id, kind: 'model' as const, position },
          ...{ question, answer, questionKey: questionKey(question), leftOut },
        })
        .onConflictDoNothing()
    if (modelFaqs.length > 0) await suggestionsChanged(transaction)
  })

/**
 * Has a model find questions in texts that state none. It names questions alone; each answer is drafted from the sources as
 * for a gap, and holds no sentence that none of them supports.
 * @returns whether there was anything to show it
 */
export async function findByModel(
  answering: AnsweringServices,
  context: WorkspaceContext,
  signal: AbortSignal,
): Promise<boolean> {
  if (answering.generate === null) return false
  const unreadSources = await sourcesUnreadByModel(context)
  for (const source of unreadSources) {
    const boundedSignal = () => AbortSignal.any([signal, AbortSignal.timeout(MODEL_TIMEOUT_MS)])
    const { title } = source
    const sourceText = replaceImageMarks(source.content)
    const questions = await proposeQuestions(answering, context, {
      title,
      text: sourceText,
      max: QUESTIONS_PER_SOURCE,
      signal: boundedSignal(),
    })
    signal.throwIfAborted()
    if (questions === null) return false
    const modelFaqs: ModelFaq[] = []
    for (const question of questions)
      modelFaqs.push(
        ...supportedFaqs(
          source.id,
          question,
          await draftAnswer(answering, context, {
            phrasings: [question],
            fromVisitors: false,
            signal: boundedSignal(),
          }),
        ),
      )
    await saveModelFaqs(context, source, modelFaqs)
  }
  return unreadSources.length > 0
}
