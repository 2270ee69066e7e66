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
type Phrasing = Omit<Exemplar, 'gapId'> & { gapId: string | null }

interface Grouping {
  pool: GroupingPool
  known: Awaited<ReturnType<typeof gapsOfKeys>>
  phrasings: Phrasing[]
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
  let placed = 0
  for (;;) {
    options.signal?.throwIfAborted()
    const grouping = await groupWaiting(context, options)
    if (!grouping) return placed
    // Someone else changed the gaps in between: the next round looks again.
    if (await inTransaction(context, (transaction) => saveGrouping(transaction, grouping)))
      placed += grouping.pool.waiting.length
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
    const keys = pool.waiting.map(({ key }) => key)
    return { served, pool, known: await gapsOfKeys(transaction, keys) }
  })
  if (pool.waiting.length === 0) return null
  const firstOfKey = new Map(pool.waiting.toReversed().map((one) => [one.key, one]))
  const added = [...firstOfKey.values()].filter(({ key }) => !known.has(key)).toReversed()
  const without: Phrasing[] = [
    ...pool.exemplars,
    ...added.map((one) => ({ ...one, gapId: null, mergedFrom: null, vector: null })),
  ]
  const vectors = await embedPhrasings(
    { semantic, served, signal },
    without.filter(({ vector }) => !vector),
  )
  const phrasings = without.map((one) => ({ ...one, vector: one.vector ?? vectors.get(one.messageId)?.vector ?? null }))
  const pairs = await phrasingPairs(phrasings, runInSlices)
  const clusters =
    added.length > 0
      ? await clusterPhrasings(
          pairs,
          initialClusters(phrasings, (id) => pool.ownedGapIds.has(id)),
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
  const touched = new Set<string>()
  const inserted: string[] = []
  const waitingByKey = Map.groupBy(pool.waiting, ({ key }) => key)
  for (const [key, { gapId, mergedFrom }] of known) {
    await placeQuestions(transaction, waitingByKey.get(key) ?? [], { gapId, mergedFrom })
    touched.add(gapId)
  }
  for (const [index, kept] of gapsOfClusters(clusters, phrasings).entries()) {
    const members = clusters[index]!.members
    const gapId = kept ?? (await insertGap(transaction))
    if (!kept) inserted.push(gapId)
    const mergedFrom =
      members.map((member) => phrasings[member]!).find((one) => one.gapId === gapId)?.mergedFrom ?? null
    let isChanged = false
    for (const member of members) {
      const phrasing = phrasings[member]!
      // Nothing that is open disappears among what a person dismissed.
      if (phrasing.gapId === gapId || (phrasing.gapId && pool.dismissedGapIds.has(gapId))) continue
      isChanged = true
      if (phrasing.gapId) {
        await movePhrasing(transaction, { gapId: phrasing.gapId, key: phrasing.key }, { gapId, mergedFrom })
        touched.add(phrasing.gapId)
      } else await placeQuestions(transaction, waitingByKey.get(phrasing.key) ?? [], { gapId, mergedFrom })
    }
    if (!isChanged) continue
    touched.add(gapId)
    await chooseRepresentative(transaction, gapId, members, grouping)
  }
  await saveVectors(transaction, vectors)
  const deleted = await countGaps(transaction, [...touched])
  const reopened = await reopenFailingGaps(transaction, [...touched])
  await announceStates(transaction, deleted, 'deleted')
  await announceStates(transaction, [...inserted, ...reopened], 'open')
  for (const id of await gapsToVerifyAgain(transaction, [...touched])) await scheduleVerification(transaction, id)
  await emit(transaction, { type: 'gaps.changed' })
  return true
}

async function insertGap({ tx, workspaceId }: WorkspaceTransaction): Promise<string> {
  const id = newId()
  await tx.insert(gaps).values({ workspaceId, id })
  return id
}

async function placeQuestions(
  { tx, workspaceId }: WorkspaceTransaction,
  questions: readonly WaitingQuestion[],
  into: { gapId: string; mergedFrom: string | null },
): Promise<void> {
  const [first] = questions
  if (!first) return
  const ids = questions.map(({ messageId }) => messageId)
  await tx
    .update(gapQuestions)
    .set({ ...into, questionKey: first.key, language: first.language })
    .where(and(eq(gapQuestions.workspaceId, workspaceId), inArray(gapQuestions.messageId, ids)))
}

/** All questions that are put like it go along. */
async function movePhrasing(
  { tx, workspaceId }: WorkspaceTransaction,
  { gapId, key }: { gapId: string; key: string },
  into: { gapId: string; mergedFrom: string | null },
): Promise<void> {
  await tx
    .update(gapQuestions)
    .set({ ...into, verification: null, blocker: null })
    .where(
      and(eq(gapQuestions.workspaceId, workspaceId), eq(gapQuestions.gapId, gapId), eq(gapQuestions.questionKey, key)),
    )
}

async function chooseRepresentative(
  { tx, workspaceId }: WorkspaceTransaction,
  gapId: string,
  members: readonly number[],
  { phrasings, pairs }: Grouping,
): Promise<void> {
  const inOrder = members.toSorted((left, right) => (phrasings[left]!.messageId < phrasings[right]!.messageId ? -1 : 1))
  const position = representativeIndex(
    (left, right) => pairs.similarity(inOrder[left]!, inOrder[right]!),
    inOrder.map((index) => isClean(phrasings[index]!.question)),
  )
  await tx
    .update(gaps)
    .set({ representativeId: phrasings[inOrder[position]!]!.messageId })
    .where(and(eq(gaps.workspaceId, workspaceId), eq(gaps.id, gapId)))
}

async function saveVectors({ tx, workspaceId }: WorkspaceTransaction, vectors: ReadonlyMap<string, QuestionVector>) {
  for (const [messageId, { vector, model }] of vectors)
    await tx
      .update(gapQuestions)
      .set({ vector: Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength), vectorModel: model })
      .where(and(eq(gapQuestions.workspaceId, workspaceId), eq(gapQuestions.messageId, messageId)))
}
