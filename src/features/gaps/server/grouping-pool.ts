import { and, asc, desc, eq, gt, inArray, isNull, ne } from 'drizzle-orm'
import { messages, questionKey } from '../../questions/server/index.ts'
import { detectLanguage } from '../../ranking/server/index.ts'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { MAX_EXEMPLARS } from '../domain/grouping.ts'
import { gapQuestions, gaps } from './gaps.table.ts'

/** Questions that are placed at once. */
const MAX_WAITING_QUESTIONS = 200
/** Gaps and phrasings that are grouped with new ones, the last asked: every phrasing is compared with every other. */
const MAX_GAPS = 500
const MAX_POOLED_EXEMPLARS = 1000

export interface WaitingQuestion {
  messageId: string
  question: string
  key: string
  language: string
}

export interface Exemplar {
  messageId: string
  gapId: string
  /** The gap it was in before a person merged: it still draws questions of its own kind. */
  mergedFrom: string | null
  question: string
  key: string
  language: string
  vector: Int8Array | null
}

/** The questions and gaps of one round of grouping. */
export interface GroupingPool {
  waiting: WaitingQuestion[]
  exemplars: Exemplar[]
  /** Gaps that grouping adds to and takes nothing from. */
  ownedGapIds: ReadonlySet<string>
  dismissedGapIds: ReadonlySet<string>
}

async function waitingQuestions({ tx, workspaceId }: WorkspaceTransaction): Promise<WaitingQuestion[]> {
  const questionRows = await tx
    .select({ messageId: gapQuestions.messageId, question: messages.question })
    .from(gapQuestions)
    .innerJoin(messages, and(eq(messages.workspaceId, workspaceId), eq(messages.id, gapQuestions.messageId)))
    .where(and(eq(gapQuestions.workspaceId, workspaceId), isNull(gapQuestions.gapId)))
    .orderBy(asc(gapQuestions.messageId))
    .limit(MAX_WAITING_QUESTIONS)
  return questionRows.map((questionRow) => ({
    ...questionRow,
    key: questionKey(questionRow.question),
    language: detectLanguage(questionRow.question),
  }))
}

/** @param embeddingModel vectors of other models are left out */
export async function loadGroupingPool(
  transaction: WorkspaceTransaction,
  embeddingModel: string | null,
): Promise<GroupingPool> {
  const { tx, workspaceId } = transaction
  const waiting = await waitingQuestions(transaction)
  if (waiting.length === 0) return { waiting, exemplars: [], ownedGapIds: new Set(), dismissedGapIds: new Set() }
  const pooledGaps = await tx
    .select({ id: gaps.id, state: gaps.state, faqId: gaps.faqId, isCorrected: gaps.isCorrected })
    .from(gaps)
    .where(and(eq(gaps.workspaceId, workspaceId), ne(gaps.state, 'merged'), gt(gaps.asked, 0)))
    .orderBy(desc(gaps.lastAskedAt), asc(gaps.id))
    .limit(MAX_GAPS)
  const questionRows = await tx
    .selectDistinctOn([gapQuestions.gapId, gapQuestions.questionKey], {
      messageId: gapQuestions.messageId,
      gapId: gapQuestions.gapId,
      mergedFrom: gapQuestions.mergedFrom,
      question: messages.question,
      key: gapQuestions.questionKey,
      language: gapQuestions.language,
      vector: gapQuestions.vector,
      vectorModel: gapQuestions.vectorModel,
    })
    .from(gapQuestions)
    .innerJoin(messages, and(eq(messages.workspaceId, workspaceId), eq(messages.id, gapQuestions.messageId)))
    .where(
      and(
        eq(gapQuestions.workspaceId, workspaceId),
        inArray(
          gapQuestions.gapId,
          pooledGaps.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(gapQuestions.gapId, gapQuestions.questionKey, asc(gapQuestions.messageId))
  const questionsByGap = Map.groupBy(questionRows, ({ gapId }) => gapId)
  const exemplars: Exemplar[] = []
  for (const { id: gapId } of pooledGaps) {
    const oldestQuestions = (questionsByGap.get(gapId) ?? []).toSorted((left, right) =>
      left.messageId < right.messageId ? -1 : 1,
    )
    for (const { vector, vectorModel, ...row } of oldestQuestions.slice(0, MAX_EXEMPLARS)) {
      if (exemplars.length >= MAX_POOLED_EXEMPLARS) break
      const isCurrentVector = vector !== null && vectorModel === embeddingModel
      exemplars.push({ ...row, gapId, vector: isCurrentVector ? new Int8Array(new Uint8Array(vector).buffer) : null })
    }
  }
  const ownedGapIds = new Set(
    pooledGaps.filter(({ state, faqId, isCorrected }) => state !== 'open' || faqId || isCorrected).map(({ id }) => id),
  )
  const dismissedGapIds = new Set(pooledGaps.filter(({ state }) => state === 'dismissed').map(({ id }) => id))
  return { waiting, exemplars, ownedGapIds, dismissedGapIds }
}

/** Gaps in which questions with these keys are, the latest of each. */
export async function gapsOfKeys({ tx, workspaceId }: WorkspaceTransaction, questionKeys: readonly string[]) {
  const questionRows = await tx
    .selectDistinctOn([gapQuestions.questionKey], {
      key: gapQuestions.questionKey,
      gapId: gapQuestions.gapId,
      mergedFrom: gapQuestions.mergedFrom,
    })
    .from(gapQuestions)
    .innerJoin(gaps, and(eq(gaps.workspaceId, workspaceId), eq(gaps.id, gapQuestions.gapId)))
    .where(and(eq(gapQuestions.workspaceId, workspaceId), inArray(gapQuestions.questionKey, [...questionKeys])))
    .orderBy(gapQuestions.questionKey, desc(gapQuestions.messageId))
  return new Map(
    questionRows.flatMap(({ key, gapId, mergedFrom }) => (gapId ? [[key, { gapId, mergedFrom }] as const] : [])),
  )
}

/** Equal for two pools of the same questions in the same gaps. */
export const poolState = ({ waiting, exemplars, ownedGapIds }: GroupingPool): string =>
  JSON.stringify([
    waiting.map(({ messageId }) => messageId),
    exemplars.map(({ messageId, gapId, mergedFrom }) => [messageId, gapId, mergedFrom, ownedGapIds.has(gapId)]),
  ])
