import type { TextEncoder } from '../features/ranking/server/index.ts'
import type { Config, EmbeddingConfig } from '../platform/config/index.ts'
import { createSentenceEncoder } from '../platform/encoder/index.ts'
import { createEmbedder, type Embedder, embeddingName, embeddingNamed } from '../platform/llm/index.ts'
import type { Logger } from '../platform/log/index.ts'

/** Entries per batch: a batch of the built-in encoder takes about a second, one of a service is one request. */
const LOCAL_BATCH = 16
const REMOTE_BATCH = 64

/** The configured encoder; null when texts are searched by words alone. */
export function createTextEncoder({ semantic }: Pick<Config, 'semantic'>, log: Logger): TextEncoder | null {
  if (semantic.kind === 'off') return null
  return semantic.kind === 'remote' ? remoteEncoder(semantic.embedding, log) : builtInEncoder(log)
}

function builtInEncoder(log: Logger): TextEncoder {
  const { questions, background, close } = createSentenceEncoder(log)
  return {
    model: background.model,
    // It finds next to nothing in other languages.
    languages: ['en'],
    background,
    questionsFor: (model) => (model === questions.model ? questions : null),
    isLocal: true,
    batchSize: LOCAL_BATCH,
    close,
  }
}

/** While vectors of a former model serve, questions are put to that model, at the same address. */
function remoteEncoder(config: EmbeddingConfig, log: Logger): TextEncoder {
  const embedders = new Map<string, Embedder>()
  return {
    model: embeddingName(config),
    languages: null,
    // Questions have a circuit breaker of their own: too slow for a visitor is not too slow for the background.
    background: createEmbedder(config, log),
    questionsFor: (model) => {
      const embedder = embedders.get(model) ?? createEmbedder(embeddingNamed(config, model), log)
      embedders.set(model, embedder)
      return embedder
    },
    isLocal: false,
    batchSize: REMOTE_BATCH,
    close: async () => {},
  }
}
