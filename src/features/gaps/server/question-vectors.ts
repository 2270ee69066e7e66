import type { AnsweringServices } from '../../answering/server/index.ts'
import { packVectors, type ServedEmbeddings } from '../../ranking/server/index.ts'

export interface QuestionVector {
  model: string
  vector: Int8Array
}

/** Phrasings that are embedded at once; of more, the others follow with the next questions. */
const MAX_EMBEDDED = 200

/** Vectors in the space that serves the workspace, by message; none without embeddings. Not inside a transaction. */
export async function embedPhrasings(
  embeddingContext: {
    semantic: AnsweringServices['semantic']
    served: ServedEmbeddings | null
    signal: AbortSignal | undefined
  },
  phrasings: readonly { messageId: string; question: string }[],
): Promise<Map<string, QuestionVector>> {
  const { semantic, served, signal } = embeddingContext
  const vectors = new Map<string, QuestionVector>()
  if (!semantic || !served) return vectors
  for (const { messageId, question } of phrasings.toReversed().slice(0, MAX_EMBEDDED)) {
    const { embedding } = await semantic.embedQuestion(served, question, signal)
    if (embedding)
      vectors.set(messageId, { model: served.model, vector: new Int8Array(packVectors([embedding.vector]).buffer) })
  }
  return vectors
}
