import { and, asc, eq, isNotNull, notExists, sql } from 'drizzle-orm'
import { newId } from '../../../kernel/ids.ts'
import { replaceImageMarks, sources } from '../../knowledge/server/index.ts'
import { questionKey } from '../../questions/server/index.ts'
import {
  inReadTransaction,
  inTransaction,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import { type StatedFaq, statedFaqs } from '../domain/stated-faqs.ts'
import { lockSuggestions, suggestionsChanged } from './lock-suggestions.ts'
import { suggestedFaqs, suggestionReadings } from './suggestions.table.ts'

const BATCH_SIZE = 50
const PLACE_MARK = /\f\d+\n?/g

/** Sources whose text changed since they were last searched for questions. */
const changedSources = (context: WorkspaceContext): Promise<string[]> =>
  inReadTransaction(context, async ({ tx, workspaceId }) => {
    const changedRows = await tx
      .select({ id: sources.id })
      .from(sources)
      .leftJoin(
        suggestionReadings,
        and(eq(suggestionReadings.workspaceId, sources.workspaceId), eq(suggestionReadings.sourceId, sources.id)),
      )
      .where(
        and(
          eq(sources.workspaceId, workspaceId),
          eq(sources.state, 'ready'),
          isNotNull(sources.contentHash),
          sql`${suggestionReadings.contentHash} is distinct from ${sources.contentHash}`,
        ),
      )
      .orderBy(asc(sources.id))
      .limit(BATCH_SIZE)
    return changedRows.map(({ id }) => id)
  })

/** Deletes suggestions from deleted sources, and from sources that are not ready. @returns true if it deleted any */
const deleteUnreadable = (context: WorkspaceContext): Promise<boolean> =>
  inTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    await lockSuggestions(transaction)
    const isUnreadable = (derivedTable: typeof suggestionReadings | typeof suggestedFaqs) =>
      and(
        eq(derivedTable.workspaceId, workspaceId),
        notExists(
          tx
            .select({ one: sql`1` })
            .from(sources)
            .where(
              and(
                eq(sources.workspaceId, derivedTable.workspaceId),
                eq(sources.id, derivedTable.sourceId),
                eq(sources.state, 'ready'),
              ),
            ),
        ),
      )
    await tx.delete(suggestionReadings).where(isUnreadable(suggestionReadings))
    const deletedSuggestions = await tx
      .delete(suggestedFaqs)
      .where(isUnreadable(suggestedFaqs))
      .returning({ id: suggestedFaqs.id })
    if (deletedSuggestions.length > 0) await suggestionsChanged(transaction)
    return deletedSuggestions.length > 0
  })

/** Stores the questions that a source states now. Known ones keep their state, others are deleted. */
async function writeStated(
  transaction: WorkspaceTransaction,
  sourceId: string,
  statedList: readonly StatedFaq[],
): Promise<void> {
  const { tx, workspaceId } = transaction
  const faqByKey = new Map(statedList.map((faq) => [questionKey(faq.question), faq] as const).toReversed())
  const suggestionRows = [...faqByKey]
    .toReversed()
    .map(([question_key, faq], position) => ({ ...faq, id: newId(), position, question_key }))
  // One parameter, because a statement takes 65,535 of them and a large text can state more questions.
  const questionKeys = JSON.stringify(suggestionRows.map(({ question_key }) => question_key))
  await tx
    .delete(suggestedFaqs)
    .where(
      and(
        eq(suggestedFaqs.workspaceId, workspaceId),
        eq(suggestedFaqs.sourceId, sourceId),
        sql`${suggestedFaqs.questionKey} <> all (array(select jsonb_array_elements_text(${questionKeys}::jsonb)))`,
      ),
    )
  if (suggestionRows.length === 0) return
  await tx.execute(
    sql`insert into suggested_faqs (workspace_id, id, source_id, kind, position, question, answer, question_key)
        select ${workspaceId}::uuid, id, ${sourceId}::uuid, kind, position, question, answer, question_key
        from jsonb_to_recordset(${JSON.stringify(suggestionRows)}::jsonb)
          as r (id uuid, kind text, position int, question text, answer text, question_key text)
        on conflict (workspace_id, source_id, question_key) do update
          set kind = excluded.kind, position = excluded.position, question = excluded.question,
              answer = excluded.answer, left_out = 0`,
  )
}

/** Searches one source; a source that changes or vanishes in between is searched again. */
async function readSource(context: WorkspaceContext, sourceId: string): Promise<void> {
  const source = await inReadTransaction(context, async ({ tx, workspaceId }) => {
    const [row] = await tx
      .select({ content: sources.content, markedFaqs: sources.markedFaqs, contentHash: sources.contentHash })
      .from(sources)
      .where(and(eq(sources.workspaceId, workspaceId), eq(sources.id, sourceId), eq(sources.state, 'ready')))
    return row
  })
  const contentHash = source?.contentHash
  if (!source || !contentHash) return
  const statedList = statedFaqs(
    replaceImageMarks(source.content ?? '').replace(PLACE_MARK, '\n'),
    source.markedFaqs ?? [],
  )
  await inTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    await lockSuggestions(transaction)
    const unchangedSources = await tx
      .select({ id: sources.id })
      .from(sources)
      .where(and(eq(sources.workspaceId, workspaceId), eq(sources.id, sourceId), eq(sources.contentHash, contentHash)))
      .for('share')
    if (unchangedSources.length === 0) return
    await writeStated(transaction, sourceId, statedList)
    await tx
      .insert(suggestionReadings)
      .values({ workspaceId, sourceId: sourceId, contentHash })
      .onConflictDoUpdate({
        target: [suggestionReadings.workspaceId, suggestionReadings.sourceId],
        set: { contentHash, byModel: false },
      })
    await suggestionsChanged(transaction)
  })
}

/** Updates the suggestions to the present texts of the workspace's sources. */
export async function readSources(context: WorkspaceContext, signal: AbortSignal): Promise<void> {
  await deleteUnreadable(context)
  const seenSourceIds = new Set<string>()
  for (;;) {
    const newSourceIds = (await changedSources(context)).filter((sourceId) => !seenSourceIds.has(sourceId))
    if (newSourceIds.length === 0) return
    for (const sourceId of newSourceIds) {
      signal.throwIfAborted()
      seenSourceIds.add(sourceId)
      await readSource(context, sourceId)
    }
  }
}
