import type { Embedder } from '../../../../platform/llm/index.ts'
import type { VectorSpace } from './embeddings.queries.ts'

/** The encoder that turns texts into vectors: one on this machine, or a service. */
export interface TextEncoder extends VectorSpace {
  background: Embedder
  /** The embedder of questions for vectors of this model; null when it cannot be reached any more. */
  questionsFor(model: string): Embedder | null
  /** Runs on this machine, whose processor visitors need, too. */
  isLocal: boolean
  /** Entries that are embedded and stored together. */
  batchSize: number
  close(): Promise<void>
}
