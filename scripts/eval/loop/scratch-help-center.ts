import { and, eq, inArray, sql } from 'drizzle-orm'
import { AnswerCache, type AnsweringServices, dryRunQuestion } from '../../../src/features/answering/server/index.ts'
import { EMPTY_CONTENT } from '../../../src/features/faqs/contract.ts'
import { createFaq } from '../../../src/features/faqs/server/index.ts'
import { gapQuestions } from '../../../src/features/gaps/server/gaps.table.ts'
import { createTexts } from '../../../src/features/knowledge/server/index.ts'
import { createSemanticSearch, type TextEncoder } from '../../../src/features/ranking/server/index.ts'
import { embedWorkspace } from '../../../src/features/ranking/server/semantic/embed-workspace.ts'
import {
  inTransaction,
  jobContext,
  type WorkspaceServices,
  type WorkspaceTransaction,
} from '../../../src/features/workspaces/server/index.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { startEvents } from '../../../src/platform/events/index.ts'
import { openScratchDatabase } from '../scratch-workspace.ts'

const MAX_EMBEDDING_MS = 3_600_000

export type ScratchHelpCenter = Awaited<ReturnType<typeof openScratchHelpCenter>>

/** A workspace in a database in memory, with the verbs that work on its content, questions and gaps. */
export async function openScratchHelpCenter(encoder: TextEncoder | null, name = 'Scratch') {
  const { db, id } = await openScratchDatabase(name)
  // Nothing follows the events: every step is called where the product has a job.
  const events = await startEvents(db)
  const services: WorkspaceServices = { db, events, billingOff: true }
  const semantic = encoder ? createSemanticSearch(db, encoder) : null
  const answering: AnsweringServices = {
    appUrl: new URL('http://127.0.0.1:3000'),
    generate: null,
    ...(semantic && { semantic }),
    cache: new AnswerCache(100),
    log: () => {},
  }
  const context = jobContext(services, id)
  const signal = new AbortController().signal
  return {
    id,
    context,
    answering,
    addFaq: (faq: { question: string; answer: string; alternative_questions?: string[] }) =>
      createFaq(context, { ...EMPTY_CONTENT, status: 'published', ...faq }),
    addTexts: (items: { title: string; content: string }[]) => createTexts(context, items),
    /** Has the meaning of all content computed, as the background job does. */
    async embed() {
      if (encoder) await embedWorkspace(db, encoder, id, { signal, limitMs: MAX_EMBEDDING_MS })
    },
    async ask(question: string) {
      const { answer } = await dryRunQuestion(answering, context, question, { signal, mayUseModel: async () => false })
      return { outcome: answer.outcome, source: answer.sources[0]?.source_id ?? null }
    },
    /** Records questions that found no answer, as waiting for their gap. @returns their ids */
    async recordFailed(questions: readonly { text: string; outcome: string }[]): Promise<string[]> {
      const asked = questions.map((one) => ({ ...one, id: newId() }))
      const rows = JSON.stringify(asked)
      await inTransaction(context, async ({ tx, workspaceId }) => {
        await tx.execute(
          sql`insert into messages (workspace_id, id, conversation_id, question, answer, outcome)
              select ${workspaceId}::uuid, m.id, m.id, m.text, '', m.outcome
              from jsonb_to_recordset(${rows}::jsonb) as m(id uuid, text text, outcome text)`,
        )
        await tx.execute(
          sql`insert into gap_questions (workspace_id, message_id, visitor_id, asked_at)
              select ${workspaceId}::uuid, m.id, m.id, now() from jsonb_to_recordset(${rows}::jsonb) as m(id uuid)`,
        )
      })
      return asked.map((one) => one.id)
    },
    /** Puts questions into a gap, as grouping does. */
    place: (tx: WorkspaceTransaction['tx'], ids: readonly string[], gapId: string) =>
      tx
        .update(gapQuestions)
        // Each is a phrasing of its own.
        .set({ gapId, questionKey: sql`${gapQuestions.messageId}::text` })
        .where(and(eq(gapQuestions.workspaceId, id), inArray(gapQuestions.messageId, [...ids]))),
    async close() {
      await semantic?.close()
      await events.close()
      await db.close()
    },
  }
}
