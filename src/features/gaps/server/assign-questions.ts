import { sql } from 'drizzle-orm'
import { newId } from '../../../kernel/ids.ts'
import { isClean } from '../../../kernel/mask-text.ts'
import type { AnsweringServices } from '../../answering/server/index.ts'
import { questionKey } from '../../questions/server/index.ts'
import { lookupTerms, parseQuestion, type QuestionEmbedding, QuestionSimilarity } from '../../ranking/server/index.ts'
import {
  emit,
  inReadTransaction,
  inTransaction,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import {
  closestGap,
  combinedSimilarity,
  MAX_EXEMPLARS,
  representativeIndex,
  similarityToGap,
} from '../domain/grouping.ts'
import { countGaps } from './count-gaps.ts'
import { collectionFor, countExemplars, type Exemplar, exemplarsOf, promisingGaps } from './exemplars.queries.ts'
import { addToGapVector, embedQuestions, type QuestionEmbeddings, semanticSimilarities } from './gap-vectors.ts'
import { lockGaps, scheduleVerification } from './lock-gap.ts'
import { gapsToVerifyAgain, reopenFailingGaps } from './reopen-failing.ts'
import { addExemplar } from './update-exemplars.ts'

/** Gaps per transaction, so that visitors' questions are not blocked for long. */
const BATCH = 8
const COMPARED_BY_MEANING = 4

interface Waiting {
  message_id: string
  question: string
}

/**
 * Gives every waiting question its gap, in the order they were asked, so that the same questions always make the same
 * gaps. May be repeated, also by several processes at once. @returns how many it placed
 */
export async function assignQuestions(
  context: WorkspaceContext,
  options: { signal?: AbortSignal; meaning?: AnsweringServices['meaning'] } = {},
): Promise<number> {
  let placed = 0
  for (let more = true; more; ) {
    options.signal?.throwIfAborted()
    // Embeddings are fetched before the transaction in which the questions are assigned.
    const meanings = options.meaning
      ? await embedQuestions(options.meaning, context, await inReadTransaction(context, waiting), options.signal)
      : NONE
    const count = await inTransaction(context, (transaction) => placeSome(transaction, meanings))
    placed += count
    more = count === BATCH
  }
  return placed
}

const NONE: QuestionEmbeddings = new Map()

async function waiting({ tx, workspaceId }: WorkspaceTransaction): Promise<Waiting[]> {
  const { rows } = await tx.execute<Waiting & Record<string, unknown>>(
    sql`select g.message_id, m.question from gap_questions g
        join messages m on m.workspace_id = g.workspace_id and m.id = g.message_id
        where g.workspace_id = ${workspaceId} and g.gap_id is null
        order by g.message_id limit ${BATCH}`,
  )
  return rows
}

async function placeSome(transaction: WorkspaceTransaction, meanings: QuestionEmbeddings): Promise<number> {
  await lockGaps(transaction)
  const rows = await waiting(transaction)
  if (rows.length === 0) return 0
  let exemplars = await countExemplars(transaction)
  const touched = new Set<string>()
  for (const one of rows) {
    const { gapId, isExemplar } = await place(transaction, one, {
      exemplars,
      embedding: meanings.get(one.message_id),
    })
    touched.add(gapId)
    if (isExemplar) exemplars++
  }
  await countGaps(transaction, [...touched])
  await reopenFailingGaps(transaction, [...touched])
  for (const id of await gapsToVerifyAgain(transaction, [...touched])) await scheduleVerification(transaction, id)
  await emit(transaction, { type: 'gaps.changed' })
  return rows.length
}

interface Surroundings {
  /** Number of gaps in the workspace. */
  exemplars: number
  embedding: QuestionEmbedding | undefined
}

async function place(
  transaction: WorkspaceTransaction,
  { message_id: id, question }: Waiting,
  { exemplars, embedding }: Surroundings,
) {
  const parsed = parseQuestion(question)
  const key = questionKey(question)
  const placed = { id, key, language: parsed.language }
  const known = await gapOfPhrasing(transaction, key)
  if (known) {
    await join(transaction, { ...placed, ...known, terms: null })
    return { gapId: known.gapId, isExemplar: false }
  }
  const meant = embedding ? await semanticSimilarities(transaction, embedding) : new Map<string, number>()
  const closest = [...meant].toSorted((left, right) => right[1] - left[1]).slice(0, COMPARED_BY_MEANING)
  const promising = await promisingGaps(transaction, parsed, exemplars)
  const gaps = [...new Set([...promising, ...closest.map(([gap]) => gap)])]
  const others = await exemplarsOf(transaction, gaps, { language: parsed.language, isClean })
  const collection = await collectionFor(transaction, [parsed, ...others.map((other) => other.parsed)], exemplars)
  const similarity = new QuestionSimilarity(collection, parsed.language)
  // A gap that a user merged has several clusters: on average no question would be similar to all of them.
  const kinds = Map.groupBy(others, ({ gap_id, merged_from }) => merged_from ?? gap_id)
  const near = [...kinds].map(([kind, members]) => ({
    id: kind,
    similarity: combinedSimilarity(
      similarityToGap(members.map((member) => similarity.between(parsed, member.parsed))),
      meant.get(members[0]?.gap_id ?? ''),
    ),
  }))
  const [kin] = kinds.get(closestGap(near) ?? '') ?? []
  const gapId = kin?.gap_id ?? (await insertGap(transaction, id))
  const members = others.filter(({ gap_id }) => gap_id === gapId)
  const isExemplar = members.length < MAX_EXEMPLARS
  const terms = isExemplar ? lookupTerms(parsed) : null
  await join(transaction, { ...placed, gapId, mergedFrom: kin?.merged_from ?? null, terms })
  if (isExemplar && embedding) await addToGapVector(transaction, gapId, embedding, members.length)
  if (isExemplar && members.length > 0)
    await choose(
      transaction,
      gapId,
      [...members, { message_id: id, gap_id: gapId, merged_from: null, parsed, clean: isClean(question) }],
      similarity,
    )
  return { gapId, isExemplar }
}

async function gapOfPhrasing({ tx, workspaceId }: WorkspaceTransaction, key: string) {
  const { rows } = await tx.execute<{ gap_id: string; merged_from: string | null }>(
    sql`select gap_id, merged_from from gap_questions
        where workspace_id = ${workspaceId} and question_key = ${key} and gap_id is not null
        order by message_id desc limit 1`,
  )
  const [row] = rows
  return row ? { gapId: row.gap_id, mergedFrom: row.merged_from } : null
}

async function insertGap({ tx, workspaceId }: WorkspaceTransaction, representative: string): Promise<string> {
  const id = newId()
  await tx.execute(
    sql`insert into gaps (workspace_id, id, representative_id) values (${workspaceId}, ${id}, ${representative})`,
  )
  return id
}

interface Placed {
  id: string
  gapId: string
  /** The kind within the gap that it was placed by. */
  mergedFrom: string | null
  key: string
  language: string
  /** Id of an exemplar. */
  terms: readonly string[] | null
}

async function join(transaction: WorkspaceTransaction, { id, gapId, mergedFrom, key, language, terms }: Placed) {
  const { tx, workspaceId } = transaction
  await tx.execute(
    sql`update gap_questions set gap_id = ${gapId}, merged_from = ${mergedFrom}, question_key = ${key}, language = ${language}
        where workspace_id = ${workspaceId} and message_id = ${id}`,
  )
  if (terms !== null) await addExemplar(transaction, id, terms)
}

/** The representative is chosen again whenever a gap gets a further exemplar. */
async function choose(
  { tx, workspaceId }: WorkspaceTransaction,
  gapId: string,
  members: Exemplar[],
  similarity: QuestionSimilarity,
) {
  const position = representativeIndex(
    (left, right) => similarity.between(members[left]!.parsed, members[right]!.parsed),
    members.map(({ clean }) => clean),
  )
  await tx.execute(
    sql`update gaps set representative_id = ${members[position]?.message_id}
        where workspace_id = ${workspaceId} and id = ${gapId}`,
  )
}
