import { sql } from 'drizzle-orm'
import { newId } from '../../../kernel/ids.ts'
import type { AnsweringServices } from '../../answering/server/index.ts'
import { lookupTerms, parseQuestion, type QuestionEmbedding, QuestionSimilarity } from '../../ranking/server/index.ts'
import {
  emit,
  inReadTransaction,
  inTransaction,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import { EXEMPLARS_MAX, groupFor, likenessToGroup, standsForAll, withMeaning } from '../domain/grouping.ts'
import { isClean } from '../domain/mask.ts'
import { collectionFor, countExemplars, type Exemplar, exemplarsOf, promisingGroups } from './candidates.queries.ts'
import { countGroups } from './count-groups.ts'
import { makeExemplar } from './exemplars.ts'
import { learnMeaning, type Meanings, meaningsOf, nearInMeaning } from './group-vectors.ts'
import { lockGroups, wantProof } from './lock-group.ts'
import { reopenFailing, resolvedUnproved } from './reopen-failing.ts'
import { senseKey } from './sense-key.ts'

/** Groups per transaction, so that visitors' questions are not blocked for long. */
const BATCH = 8
const COMPARED_BY_MEANING = 4

interface Waiting {
  message_id: string
  question: string
}

/**
 * Gives every waiting question its group, in the order they were asked, so that the same questions always make the same
 * groups. May be repeated, also by several processes at once. @returns how many it placed
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
      ? await meaningsOf(options.meaning, context, await inReadTransaction(context, waiting), options.signal)
      : NONE
    const count = await inTransaction(context, (transaction) => placeSome(transaction, meanings))
    placed += count
    more = count === BATCH
  }
  return placed
}

const NONE: Meanings = new Map()

async function waiting({ tx, workspaceId }: WorkspaceTransaction): Promise<Waiting[]> {
  const { rows } = await tx.execute<Waiting & Record<string, unknown>>(
    sql`select g.message_id, m.question from grouped_questions g
        join messages m on m.workspace_id = g.workspace_id and m.id = g.message_id
        where g.workspace_id = ${workspaceId} and g.group_id is null
        order by g.message_id limit ${BATCH}`,
  )
  return rows
}

async function placeSome(transaction: WorkspaceTransaction, meanings: Meanings): Promise<number> {
  await lockGroups(transaction)
  const rows = await waiting(transaction)
  if (rows.length === 0) return 0
  let exemplars = await countExemplars(transaction)
  const touched = new Set<string>()
  for (const one of rows) {
    const { groupId, isExemplar } = await place(transaction, one, {
      exemplars,
      embedding: meanings.get(one.message_id),
    })
    touched.add(groupId)
    if (isExemplar) exemplars++
  }
  await countGroups(transaction, [...touched])
  await reopenFailing(transaction, [...touched])
  for (const id of await resolvedUnproved(transaction, [...touched])) await wantProof(transaction, id)
  await emit(transaction, { type: 'loop.changed' })
  return rows.length
}

interface Surroundings {
  /** Number of groups in the workspace. */
  exemplars: number
  embedding: QuestionEmbedding | undefined
}

async function place(
  transaction: WorkspaceTransaction,
  { message_id: id, question }: Waiting,
  { exemplars, embedding }: Surroundings,
) {
  const sense = parseQuestion(question)
  const key = senseKey(question)
  const placed = { id, key, language: sense.language }
  const known = await groupOfSense(transaction, key)
  if (known) {
    await join(transaction, { ...placed, ...known, terms: null })
    return { groupId: known.groupId, isExemplar: false }
  }
  const meant = embedding ? await nearInMeaning(transaction, embedding) : new Map<string, number>()
  const closest = [...meant].toSorted((left, right) => right[1] - left[1]).slice(0, COMPARED_BY_MEANING)
  const promising = await promisingGroups(transaction, sense, exemplars)
  const groups = [...new Set([...promising, ...closest.map(([group]) => group)])]
  const others = await exemplarsOf(transaction, groups, { language: sense.language, isClean })
  const collection = await collectionFor(transaction, [sense, ...others.map((other) => other.sense)], exemplars)
  const likeness = new QuestionSimilarity(collection, sense.language)
  // A group that a user merged has several clusters: on average no question would be similar to all of them.
  const kinds = Map.groupBy(others, ({ group_id, came_from }) => came_from ?? group_id)
  const near = [...kinds].map(([kind, members]) => ({
    id: kind,
    likeness: withMeaning(
      likenessToGroup(members.map((member) => likeness.between(sense, member.sense))),
      meant.get(members[0]?.group_id ?? ''),
    ),
  }))
  const [kin] = kinds.get(groupFor(near) ?? '') ?? []
  const groupId = kin?.group_id ?? (await newGroup(transaction, id))
  const members = others.filter(({ group_id }) => group_id === groupId)
  const isExemplar = members.length < EXEMPLARS_MAX
  const terms = isExemplar ? lookupTerms(sense) : null
  await join(transaction, { ...placed, groupId, cameFrom: kin?.came_from ?? null, terms })
  if (isExemplar && embedding) await learnMeaning(transaction, groupId, embedding, members.length)
  if (isExemplar && members.length > 0)
    await choose(
      transaction,
      groupId,
      [...members, { message_id: id, group_id: groupId, came_from: null, sense, clean: isClean(question) }],
      likeness,
    )
  return { groupId, isExemplar }
}

async function groupOfSense({ tx, workspaceId }: WorkspaceTransaction, key: string) {
  const { rows } = await tx.execute<{ group_id: string; came_from: string | null }>(
    sql`select group_id, came_from from grouped_questions
        where workspace_id = ${workspaceId} and sense = ${key} and group_id is not null
        order by message_id desc limit 1`,
  )
  const [row] = rows
  return row ? { groupId: row.group_id, cameFrom: row.came_from } : null
}

async function newGroup({ tx, workspaceId }: WorkspaceTransaction, representative: string): Promise<string> {
  const id = newId()
  await tx.execute(
    sql`insert into question_groups (workspace_id, id, representative_id) values (${workspaceId}, ${id}, ${representative})`,
  )
  return id
}

interface Placed {
  id: string
  groupId: string
  /** The kind within the group that it was placed by. */
  cameFrom: string | null
  key: string
  language: string
  /** Id of an exemplar. */
  terms: readonly string[] | null
}

async function join(transaction: WorkspaceTransaction, { id, groupId, cameFrom, key, language, terms }: Placed) {
  const { tx, workspaceId } = transaction
  await tx.execute(
    sql`update grouped_questions set group_id = ${groupId}, came_from = ${cameFrom}, sense = ${key}, language = ${language}
        where workspace_id = ${workspaceId} and message_id = ${id}`,
  )
  if (terms !== null) await makeExemplar(transaction, id, terms)
}

/** The representative is chosen again whenever a group gets a further exemplar. */
async function choose(
  { tx, workspaceId }: WorkspaceTransaction,
  groupId: string,
  members: Exemplar[],
  likeness: QuestionSimilarity,
) {
  const position = standsForAll(
    (left, right) => likeness.between(members[left]!.sense, members[right]!.sense),
    members.map(({ clean }) => clean),
  )
  await tx.execute(
    sql`update question_groups set representative_id = ${members[position]?.message_id}
        where workspace_id = ${workspaceId} and id = ${groupId}`,
  )
}
