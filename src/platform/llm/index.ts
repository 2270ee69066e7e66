import { AppError } from '../../kernel/app-error.ts'
import type { AiConfig, EmbeddingConfig } from '../config/index.ts'
import type { Logger } from '../log/index.ts'
import { type Embedder, embeddingName } from './embedding.ts'
import type { TextGenerator } from './generation.ts'

export { type Embedder, type EmbedOptions, embeddingName, embeddingNamed } from './embedding.ts'
export type { GenerateOptions, ModelUsage, TextGenerator } from './generation.ts'

async function load(ai: AiConfig, log: Logger): Promise<TextGenerator> {
  const [{ generatorOver }, { createLanguageModel }] = await Promise.all([
    import('./text-generator.ts'),
    import('./language-model.ts'),
  ])
  return generatorOver(await createLanguageModel(ai), { timeoutMs: ai.timeoutMs, log })
}

/**
 * The generator of the configured model. The libraries load in the background: starting does not wait for them, the
 * first question rarely.
 */
export function createTextGenerator(ai: AiConfig, log: Logger): TextGenerator {
  const loading = load(ai, log).catch((cause: unknown): TextGenerator => {
    log.error({ err: cause }, 'The language model could not be loaded')
    return () => {
      throw new AppError('unavailable', 'llm.failed', 'The AI service is not available at the moment.', { cause })
    }
  })
  return async function* generate(options) {
    yield* (await loading)(options)
  }
}

/**
 * The embedder of a configured model, with a circuit breaker of its own. Like the generator it loads in the background,
 * and its requests do not go through the guard: the operator chose the address.
 */
export function createEmbedder(config: EmbeddingConfig, log: Logger): Embedder {
  const loading = loadEmbedder(config, log)
  loading.catch((error: unknown) => log.error({ err: error }, 'The embedding model could not be loaded'))
  return { model: embeddingName(config), embed: async (texts, options) => (await loading)(texts, options) }
}

async function loadEmbedder(config: EmbeddingConfig, log: Logger): Promise<Embedder['embed']> {
  const [{ embedderOver }, { createOpenAICompatible }] = await Promise.all([
    import('./embedder.ts'),
    import('@ai-sdk/openai-compatible'),
  ])
  const { model, dimensions, baseUrl, apiKey } = config
  const provider = createOpenAICompatible({ name: 'embedding', baseURL: baseUrl, ...(apiKey ? { apiKey } : {}) })
  return embedderOver(provider.embeddingModel(model), { log, dimensions, apiKey })
}
