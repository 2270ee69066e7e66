import { normalizeQuestion } from '../../../../kernel/text.ts'
import type { Embedder } from '../../../../platform/llm/index.ts'

/** Timeout for the question's embedding by a service; afterwards the search uses words only. */
const SERVICE_BUDGET_MS = 700
/**
 * The same for the encoder on this machine. It takes milliseconds, but waits for its model after a start and for its turn
 * under load. A question that is decided by words alone can have another outcome than the same question later.
 */
const LOCAL_BUDGET_MS = 5_000
/** 6 KB each at 1,536 numbers. */
const MAX_KEPT = 1000
const MAX_CHARACTERS = 2000

/** The vectors of questions, the last asked kept in memory. */
export interface QuestionVectors {
  /** Null when the text says nothing, or the model fails or takes too long. */
  vectorOf(embedder: Embedder, text: string, signal?: AbortSignal): Promise<Float32Array | null>
}

/** Every failure has been logged by the embedder. */
export function createQuestionVectors(
  vectorOptions: { isLocal?: boolean; budgetMs?: number; kept?: number } = {},
): QuestionVectors {
  const { isLocal = false, kept = MAX_KEPT } = vectorOptions
  const budgetMs = vectorOptions.budgetMs ?? (isLocal ? LOCAL_BUDGET_MS : SERVICE_BUDGET_MS)
  const vectorByQuestion = new Map<string, Float32Array>()
  return {
    async vectorOf(embedder, questionText, abortSignal) {
      const normalized = normalizeQuestion(questionText.slice(0, MAX_CHARACTERS).toWellFormed())
      if (!normalized) return null
      const vectorKey = `${embedder.model}\n${normalized}`
      const knownVector = vectorByQuestion.get(vectorKey)
      const questionVector = knownVector ?? (await askEmbedder(embedder, questionText, budgetMs, abortSignal))
      if (!questionVector) return null
      vectorByQuestion.delete(vectorKey)
      vectorByQuestion.set(vectorKey, questionVector)
      for (const oldestKey of vectorByQuestion.keys()) {
        if (vectorByQuestion.size <= kept) break
        vectorByQuestion.delete(oldestKey)
      }
      return questionVector
    },
  }
}

async function askEmbedder(
  { embed }: Embedder,
  questionText: string,
  timeoutMs: number,
  abortSignal: AbortSignal | undefined,
): Promise<Float32Array | null> {
  try {
    const question = questionText.slice(0, MAX_CHARACTERS).toWellFormed().trim()
    const [vector] = await embed([question], { timeoutMs, ...(abortSignal ? { signal: abortSignal } : {}) })
    return vector ? Float32Array.from(vector) : null
  } catch {
    return null
  }
}
