import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { sql } from 'drizzle-orm'
import { assignQuestions } from '../../src/features/gaps/server/index.ts'
import { operatorContext, type WorkspaceServices } from '../../src/features/workspaces/server/index.ts'
import { newId } from '../../src/kernel/ids.ts'
import { kMeans } from './k-means.ts'
import { type PartitionFigures, partitionFigures } from './partition.ts'
import { openScratchDatabase } from './scratch-database.ts'
import { type EvalQuery, type RetrievalSet, type Split, splitOf } from './sets.ts'

export interface GroupingFigures extends PartitionFigures {
  name: string
  /** Milliseconds a question. */
  mean: number
}

/** A set whose documents are questions: those asked for the same one mean the same. */
export const hasIntents = (set: RetrievalSet): boolean =>
  set.queries.length > 0 && !set.docs.every((doc) => !doc.alts.length && doc.question.split(/\s+/).length < 5)

/** As the questions of visitors who all got no answer, one after another, through the code that groups theirs. */
async function ownGroups(queries: readonly EvalQuery[]): Promise<string[]> {
  const database = await openScratchDatabase()
  const workspaceId = randomUUID()
  const asked = queries.map(({ text }) => ({ id: newId(), text }))
  // Nothing listens, and everything happens in the one transaction that the context brings along.
  const events = { emit: async () => {} }
  const services = { events, billingOff: true } as unknown as WorkspaceServices
  const groups = await database.transaction(async (transaction) => {
    const rows = JSON.stringify(asked)
    await transaction.execute(
      sql`insert into messages (workspace_id, id, conversation_id, question, answer, outcome)
          select ${workspaceId}::uuid, m.id, m.id, m.text, '', 'refused'
          from jsonb_to_recordset(${rows}::jsonb) as m(id uuid, text text)`,
    )
    await transaction.execute(
      sql`insert into gap_questions (workspace_id, message_id, visitor_id, asked_at)
          select workspace_id, id, id, created_at from messages where workspace_id = ${workspaceId}::uuid`,
    )
    await assignQuestions(operatorContext(services, transaction, workspaceId))
    const { rows: placed } = await transaction.execute<{ message_id: string; gap_id: string }>(
      sql`select message_id, gap_id from gap_questions where workspace_id = ${workspaceId}::uuid`,
    )
    return new Map(placed.map(({ message_id, gap_id }) => [message_id, gap_id]))
  })
  await database.close()
  return asked.map(({ id }) => groups.get(id) ?? '')
}

/** Our grouping, which does not know the number of groups, beside TF-IDF with k-means, which does. */
export async function measureGrouping(set: RetrievalSet, split: Split): Promise<GroupingFigures[]> {
  const queries = splitOf(set.queries, split)
  const truth = queries.map(({ rel }) => Object.keys(rel)[0] ?? '')
  const measured = async (name: string, group: () => Promise<string[]> | string[]): Promise<GroupingFigures> => {
    const start = performance.now()
    const found = await group()
    return { name, mean: (performance.now() - start) / queries.length, ...partitionFigures(truth, found) }
  }
  const texts = queries.map(({ text }) => text)
  return [
    await measured('Answerloom', () => ownGroups(queries)),
    await measured(`TF-IDF + k-means (k = ${new Set(truth).size})`, () => kMeans(texts, new Set(truth).size, set.lang)),
  ]
}
