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
import { asAnswer } from '../domain/answer-text.ts'
import { lockSuggestions, suggestionsChanged } from './lock-suggestions.ts'
import { suggestedFaqs, suggestionReadings } from './suggestions.table.ts'

/** Sources that a model is shown in one go, and questions that it may find in each. */
const SOURCES = 5
const QUESTIONS = 5
const WAIT_MS = 30_000
/** Texts of a workspace that a model was shown as they are now: what a large website may cost. */
const SHOWN_MAX = 100

interface Unread extends Record<string, unknown> {
  id: string
  title: string
  content: string
  content_hash: string
}

/** Sources that a model has not searched yet, the shortest first: they are about one subject. */
const unreadByModel = (context: WorkspaceContext): Promise<Unread[]> =>
  inReadTransaction(context, async ({ tx, workspaceId }) => {
    const { rows } = await tx.execute<Unread>(
      sql`select s.id, s.title, s.content, s.content_hash from suggestion_readings r
          join sources s on s.workspace_id = r.workspace_id and s.id = r.source_id
          where r.workspace_id = ${workspaceId} and not r.by_model and s.state = 'ready'
            and s.content_hash = r.content_hash and s.content is not null
            and (select count(*) from suggestion_readings shown
                 where shown.workspace_id = r.workspace_id and shown.by_model) < ${SHOWN_MAX}
          order by length(s.content), s.id limit ${SOURCES}`,
    )
    return rows
  })

interface Found {
  question: string
  answer: string
  leftOut: number
}

/** The model's answer if it uses this source; an answer that uses another source is found there. */
function supported(sourceId: string, question: string, drafted: DraftedAnswer): Found[] {
  const answer = asAnswer(drafted.text)
  const rests = drafted.sources.some((source) => source.source_id === sourceId)
  return answer !== null && rests && drafted.writtenBy === 'model'
    ? [{ question, answer, leftOut: drafted.leftOut }]
    : []
}

const keep = (context: WorkspaceContext, source: Unread, found: readonly Found[]): Promise<void> =>
  inTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    await lockSuggestions(transaction)
    const rows = await tx
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
    if (rows.length === 0) return
    for (const [position, { question, answer, leftOut }] of found.entries())
      await tx
        .insert(suggestedFaqs)
        .values({
          ...{ workspaceId, id: newId(), sourceId: source.id, kind: 'model' as const, position },
          ...{ question, answer, questionKey: questionKey(question), leftOut },
        })
        .onConflictDoNothing()
    if (found.length > 0) await suggestionsChanged(transaction)
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
  const unread = await unreadByModel(context)
  for (const source of unread) {
    const bounded = () => AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)])
    const { title } = source
    const text = replaceImageMarks(source.content)
    const questions = await proposeQuestions(answering, context, { title, text, max: QUESTIONS, signal: bounded() })
    signal.throwIfAborted()
    if (questions === null) return false
    const found: Found[] = []
    for (const question of questions)
      found.push(
        ...supported(
          source.id,
          question,
          await draftAnswer(answering, context, {
            phrasings: [question],
            fromVisitors: false,
            signal: bounded(),
          }),
        ),
      )
    await keep(context, source, found)
  }
  return unread.length > 0
}
