import type { TextEncoder } from '../features/ranking/server/index.ts'
import type { Config, EmbeddingConfig } from '../platform/config/index.ts'
import {
  BUILT_IN_MODEL,
  createSentenceEncoder,
  findLocalModel,
  ModelError,
  type SentenceEncoderOptions,
} from '../platform/encoder/index.ts'
import { createEmbedder, type Embedder, embeddingName, embeddingNamed } from '../platform/llm/index.ts'
import type { Logger } from '../platform/log/index.ts'

/** Entries per batch: a batch of an encoder on this machine takes a second or more, one of a service is one request. */
const LOCAL_BATCH = 16
const REMOTE_BATCH = 64

/** The configured encoder; null when texts are searched by words alone. Throws ModelError when a local model is missing. */
export function createTextEncoder(
  { semantic, dataDir }: Pick<Config, 'semantic' | 'dataDir'>,
  encoderLog: Logger,
): TextEncoder | null {
  if (semantic.kind === 'off') return null
  if (semantic.kind === 'remote') return remoteEncoder(semantic.embedding, encoderLog)
  if (semantic.kind === 'local') {
    const { folder, manifest, vectorSpace } = findLocalModel(dataDir, semantic.name)
    return localEncoder(encoderLog, { model: vectorSpace, local: { folder, manifest }, languages: manifest.languages })
  }
  // The built-in encoder finds next to nothing in other languages.
  return localEncoder(encoderLog, { model: BUILT_IN_MODEL, local: null, languages: ['en'] })
}

/** The configured encoder for a server, which starts without a local model that is missing and logs what to do. */
export function createAvailableEncoder(
  encoderConfig: Pick<Config, 'semantic' | 'dataDir'>,
  encoderLog: Logger,
): TextEncoder | null {
  try {
    return createTextEncoder(encoderConfig, encoderLog)
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    encoderLog.warn(`${error.message} Until then texts are searched by words alone.`)
    return null
  }
}

function localEncoder(
  encoderLog: Logger,
  { languages, ...options }: SentenceEncoderOptions & Pick<TextEncoder, 'languages'>,
): TextEncoder {
  const { model } = options
  const { questions, background, close } = createSentenceEncoder(encoderLog, options)
  return {
    model,
    languages,
    background,
    questionsFor: (servedModel) => (servedModel === model ? questions : null),
    isLocal: true,
    batchSize: LOCAL_BATCH,
    close,
  }
}

/** While vectors of a former model serve, questions are put to that model, at the same address. */
function remoteEncoder(encoderConfig: EmbeddingConfig, encoderLog: Logger): TextEncoder {
  const embedders = new Map<string, Embedder>()
  return {
    model: embeddingName(encoderConfig),
    languages: null,
    // Questions have a circuit breaker of their own: too slow for a visitor is not too slow for the background.
    background: createEmbedder(encoderConfig, encoderLog),
    questionsFor: (model) => {
      const embedder = embedders.get(model) ?? createEmbedder(embeddingNamed(encoderConfig, model), encoderLog)
      embedders.set(model, embedder)
      return embedder
    },
    isLocal: false,
    batchSize: REMOTE_BATCH,
    close: async () => {},
  }
}
