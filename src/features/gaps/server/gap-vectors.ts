import { sql } from 'drizzle-orm'
import type { AnsweringServices } from '../../answering/server/index.ts'
import { type QuestionEmbedding, semanticFeature } from '../../ranking/server/index.ts'
import { inReadTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'

export type QuestionEmbeddings = ReadonlyMap<string, QuestionEmbedding>

/** Gaps whose meaning a question is compared with: those asked last. */
const COMPARED = 1_000

const toBytes = (vector: QuestionEmbedding['vector']): Buffer => {
  const floats = Float32Array.from(vector)
  return Buffer.from(floats.buffer, floats.byteOffset, floats.byteLength)
}
/** Copied: what the driver gives may begin anywhere, and floats only at every fourth byte. */
const toFloats = (bytes: Buffer): Float32Array => new Float32Array(new Uint8Array(bytes).buffer)

function cosine(left: QuestionEmbedding['vector'], right: Float32Array): number {
  let [product, lengthA, lengthB] = [0, 0, 0]
  for (let index = 0; index < right.length; index++) {
    const [x, y] = [left[index] ?? 0, right[index] ?? 0]
    product += x * y
    lengthA += x * x
    lengthB += y * y
  }
  return lengthA && lengthB ? product / Math.sqrt(lengthA * lengthB) : 0
}

/** The vectors of questions in the space that serves the workspace; none without embeddings. Not inside a transaction. */
export async function embedQuestions(
  meaning: AnsweringServices['meaning'],
  context: WorkspaceContext,
  questions: readonly { message_id: string; question: string }[],
  signal?: AbortSignal,
): Promise<QuestionEmbeddings> {
  const found = new Map<string, QuestionEmbedding>()
  const served = meaning && (await inReadTransaction(context, ({ tx, workspaceId }) => meaning.served(tx, workspaceId)))
  if (!served) return found
  for (const { message_id, question } of questions) {
    const { embedding } = await meaning.embedQuestion(served, question, signal)
    if (embedding) found.set(message_id, embedding)
  }
  return found
}

/**
 * Returns the semantic similarity of a question to gaps, 0 to 1 on the ranking's scale; gaps without a vector are
 * left out.
 */
export async function semanticSimilarities(
  { tx, workspaceId }: WorkspaceTransaction,
  { served: { model }, vector }: QuestionEmbedding,
): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ id: string; vector: Buffer }>(
    sql`select id, vector from gaps
        where workspace_id = ${workspaceId} and vector_model = ${model} and vector is not null and state <> 'merged'
        order by last_asked_at desc, id limit ${COMPARED}`,
  )
  const cosines = rows
    .map((row) => ({ id: row.id, floats: toFloats(row.vector) }))
    .filter(({ floats }) => floats.length === vector.length)
    .map(({ id, floats }) => ({ id, cosine: cosine(vector, floats) }))
  const lower = cosines
    .map((one) => one.cosine)
    .toSorted((left, right) => left - right)
    .slice(0, Math.floor(cosines.length / 2))
  const level = lower.reduce((sum, x) => sum + x, 0) / Math.max(1, lower.length)
  return new Map(cosines.map((one) => [one.id, semanticFeature(one.cosine, level)]))
}

/** The gap's vector becomes the mean of its exemplars'. @param exemplars how many it had before this one */
export async function addToGapVector(
  { tx, workspaceId }: WorkspaceTransaction,
  gapId: string,
  { served: { model }, vector }: QuestionEmbedding,
  exemplars: number,
): Promise<void> {
  const { rows } = await tx.execute<{ vector: Buffer | null }>(
    sql`select vector from gaps
        where workspace_id = ${workspaceId} and id = ${gapId} and vector_model = ${model}`,
  )
  const before = rows[0]?.vector ? toFloats(rows[0].vector) : null
  const fits = before?.length === vector.length
  const mean = Float32Array.from(vector, (x, index) =>
    fits ? ((before[index] ?? 0) * exemplars + x) / (exemplars + 1) : x,
  )
  await tx.execute(
    sql`update gaps set vector = ${toBytes(mean)}, vector_model = ${model}
        where workspace_id = ${workspaceId} and id = ${gapId}`,
  )
}
