import type { EmbeddingConfig } from '../config/index.ts'

export interface EmbedOptions {
  signal?: AbortSignal
  /** For everything together, repetitions included; 30 seconds by default. */
  timeoutMs?: number
}

export interface Embedder {
  /** Names the vectors' space: only vectors of one name can be compared. */
  model: string
  /**
   * A vector per text, in order, all of one length. Throws AppError: `unavailable`, `embedding.failed` (down, too slow,
   * or an answer that cannot be right) · `invalid`, `embedding.refused` (the service takes these texts or this model
   * not; trying again would not change it).
   */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<number[][]>
}

const WITH_DIMENSIONS = /^(.*) \((\d+)\)$/s

/** The same model asked for vectors of another length is another space. */
export const embeddingName = ({ model, dimensions }: Pick<EmbeddingConfig, 'model' | 'dimensions'>): string =>
  dimensions === null ? model : `${model} (${dimensions})`

/** The model that vectors of this name were made with, reached as the configured one is. */
export function embeddingNamed(config: EmbeddingConfig, name: string): EmbeddingConfig {
  const [, model = name, dimensions] = WITH_DIMENSIONS.exec(name) ?? []
  return { ...config, model, dimensions: dimensions === undefined ? null : Number(dimensions) }
}
