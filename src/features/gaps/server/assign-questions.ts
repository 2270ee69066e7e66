import { and, eq, inArray } from 'drizzle-orm'
import { newId } from '../../../kernel/ids.ts'
import { isClean } from '../../../kernel/mask-text.ts'
import { runInSlices } from '../../../platform/jobs/index.ts'
import type { AnsweringServices } from '../../answering/server/index.ts'
import {
  emit,
  inReadTransaction,
  inTransaction,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import { clusterPhrasings, type PhrasingCluster, type PhrasingPairs } from '../domain/cluster-phrasings.ts'
import { representativeIndex } from '../domain/grouping.ts'
import { gapsOfClusters, initialClusters } from '../domain/regroup.ts'
import { countGaps } from './count-gaps.ts'
import { gapQuestions, gaps } from './gaps.table.ts'
import {
  type Exemplar,
  type GroupingPool,
  gapsOfKeys,
  loadGroupingPool,
  poolState,
  type WaitingQuestion,
} from './grouping-pool.ts'
import { announceStates, lockGaps, scheduleVerification } from './lock-gap.ts'
import { phrasingPairs } from './phrasing-pairs.ts'
import { embedPhrasings, type QuestionVector } from './question-vectors.ts'
import { gapsToVerifyAgain, reopenFailingGaps } from './reopen-failing.ts'

/** A new way of asking, or an exemplar. */
type PooledPhrasing = Omit<Exemplar, 'gapId'> & { gapId: string | null }

interface Grouping {
  pool: GroupingPool
  known: Awaited<ReturnType<typeof gapsOfKeys>>
  phrasings: PooledPhrasing[]
  pairs: PhrasingPairs
  clusters: PhrasingCluster[]
  vectors: ReadonlyMap<string, QuestionVector>
}

/**
 * Gives every waiting question its gap. Groups that no person corrected are formed again together with the new ones, so
 * that the order in which they came does not matter. May be repeated, also by several processes at once.
 * @returns how many it placed
 */
export async function assignQuestions(
  context: WorkspaceContext,
  options: { signal?: AbortSignal; semantic?: AnsweringServices['semantic'] } = {},
): Promise<number> {
  let placedCount = 0
  for (;;) {
    options.signal?.throwIfAborted()
    const grouping = await groupWaiting(context, options)
    if (!grouping) return placedCount
    // Someone else changed the gaps in between: the next round looks again.
    if (await inTransaction(context, (transaction) => saveGrouping(transaction, grouping)))
      placedCount += grouping.pool.waiting.length
  }
}

/** Compares what waits with what is grouped, outside any transaction. Null when nothing waits. */
async function groupWaiting(
  context: WorkspaceContext,
  { semantic, signal }: { signal?: AbortSignal; semantic?: AnsweringServices['semantic'] },
): Promise<Grouping | null> {
  const { served, pool, known } = await inReadTransaction(context, async (transaction) => {
    const served = semantic ? await semantic.served(transaction.tx, transaction.workspaceId) : null
    const pool = await loadGroupingPool(transaction, served?.model ?? null)
    const waitingKeys = pool.waiting.map(({ key }) => key)
    return { served, pool, known: await gapsOfKeys(transaction, waitingKeys) }
  })
  if (pool.waiting.length === 0) return null
  const firstQuestionByKey = new Map(pool.waiting.toReversed().map((question) => [question.key, question]))
  const newQuestions = [...firstQuestionByKey.values()].filter(({ key }) => !known.has(key)).toReversed()
  const withoutVectors: PooledPhrasing[] = [
    ...pool.exemplars,
    ...newQuestions.map((question) => ({ ...question, gapId: null, mergedFrom: null, vector: null })),
  ]
  const vectors = await embedPhrasings(
    { semantic, served, signal },
    withoutVectors.filter(({ vector }) => !vector),
  )
  const phrasings = withoutVectors.map((phrasing) => ({
    ...phrasing,
    vector: phrasing.vector ?? vectors.get(phrasing.messageId)?.vector ?? null,
  }))
  const pairs = await phrasingPairs(phrasings, runInSlices)
  const clusters =
    newQuestions.length > 0
      ? await clusterPhrasings(
          pairs,
          initialClusters(phrasings, (gapId) => pool.ownedGapIds.has(gapId)),
          runInSlices,
        )
      : []
  return { pool, known, phrasings, pairs, clusters, vectors }
}

/** @returns false when the pool changed since it was read */
async function saveGrouping(transaction: WorkspaceTransaction, grouping: Grouping): Promise<boolean> {
  await lockGaps(transaction)
  const { pool, known, vectors, clusters, phrasings } = grouping
  if (poolState(await loadGroupingPool(transaction, null)) !== poolState(pool)) return false
  const touchedGapIds = new Set<string>()
  const insertedGapIds: string[] = []
  const waitingByKey = Map.groupBy(pool.waiting, ({ key }) => key)
  for (const [key, { gapId, mergedFrom }] of known) {
    await placeQuestions(transaction, waitingByKey.get(key) ?? [], { gapId, mergedFrom })
    touchedGapIds.add(gapId)
  }
  for (const [index, kept] of gapsOfClusters(clusters, phrasings).entries()) {
    const phrasingIndices = clusters[index]!.members
    const gapId = kept ?? (await insertGap(transaction))
    if (!kept) insertedGapIds.push(gapId)
    const mergedFrom =
      phrasingIndices.map((phrasingIndex) => phrasings[phrasingIndex]!).find((phrasing) => phrasing.gapId === gapId)
        ?.mergedFrom ?? null
    let isChanged = false
    for (const phrasingIndex of phrasingIndices) {
      const phrasing = phrasings[phrasingIndex]!
      // Nothing that is open disappears among what a person dismissed.
      if (phrasing.gapId === gapId || (phrasing.gapId && pool.dismissedGapIds.has(gapId))) continue
      isChanged = true
      if (phrasing.gapId) {
        await movePhrasing(transaction, { gapId: phrasing.gapId, key: phrasing.key }, { gapId, mergedFrom })
        touchedGapIds.add(phrasing.gapId)
      } else await placeQuestions(transaction, waitingByKey.get(phrasing.key) ?? [], { gapId, mergedFrom })
    }
    if (!isChanged) continue
    touchedGapIds.add(gapId)
    await chooseRepresentative(transaction, gapId, phrasingIndices, grouping)
  }
  await saveVectors(transaction, vectors)
  const deletedGapIds = await countGaps(transaction, [...touchedGapIds])
  const reopenedGapIds = await reopenFailingGaps(transaction, [...touchedGapIds])
  await announceStates(transaction, deletedGapIds, 'deleted')
  await announceStates(transaction, [...insertedGapIds, ...reopenedGapIds], 'open')
  for (const gapId of await gapsToVerifyAgain(transaction, [...touchedGapIds]))
    await scheduleVerification(transaction, gapId)
  await emit(transaction, { type: 'gaps.changed' })
  return true
}

async function insertGap({ tx, workspaceId }: WorkspaceTransaction): Promise<string> {
  const gapId = newId()
  await tx.insert(gaps).values({ workspaceId, id: gapId })
  return gapId
}

async function placeQuestions(
  { tx, workspaceId }: WorkspaceTransaction,
  questions: readonly WaitingQuestion[],
  destination: { gapId: string; mergedFrom: string | null },
): Promise<void> {
  const [first] = questions
  if (!first) return
  const messageIds = questions.map(({ messageId }) => messageId)
  await tx
    .update(gapQuestions)
    .set({ ...destination, questionKey: first.key, language: first.language })
    .where(and(eq(gapQuestions.workspaceId, workspaceId), inArray(gapQuestions.messageId, messageIds)))
}

/** All questions that are put like it go along. */
async function movePhrasing(
  { tx, workspaceId }: WorkspaceTransaction,
  { gapId, key }: { gapId: string; key: string },
  destination: { gapId: string; mergedFrom: string | null },
): Promise<void> {
  await tx
    .update(gapQuestions)
    .set({ ...destination, verification: null, blocker: null })
    .where(
      and(eq(gapQuestions.workspaceId, workspaceId), eq(gapQuestions.gapId, gapId), eq(gapQuestions.questionKey, key)),
    )
}

async function chooseRepresentative(
  { tx, workspaceId }: WorkspaceTransaction,
  gapId: string,
  phrasingIndices: readonly number[],
  { phrasings, pairs }: Grouping,
): Promise<void> {
  const orderedMembers = phrasingIndices.toSorted((left, right) =>
    phrasings[left]!.messageId < phrasings[right]!.messageId ? -1 : 1,
  )
  const representativePosition = representativeIndex(
    (left, right) => pairs.similarity(orderedMembers[left]!, orderedMembers[right]!),
    orderedMembers.map((phrasingIndex) => isClean(phrasings[phrasingIndex]!.question)),
  )
  await tx
    .update(gaps)
    .set({ representativeId: phrasings[orderedMembers[representativePosition]!]!.messageId })
    .where(and(eq(gaps.workspaceId, workspaceId), eq(gaps.id, gapId)))
}

async function saveVectors({ tx, workspaceId }: WorkspaceTransaction, vectors: ReadonlyMap<string, QuestionVector>) {
  for (const [messageId, { vector, model }] of vectors)
    await tx
      .update(gapQuestions)
      .set({ vector: Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength), vectorModel: model })
      .where(and(eq(gapQuestions.workspaceId, workspaceId), eq(gapQuestions.messageId, messageId)))
}
