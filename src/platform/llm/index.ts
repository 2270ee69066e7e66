import type { AiConfig } from '../config/index.ts'
import type { Logger } from '../log/index.ts'
import type { TextGenerator } from './generation.ts'

export type { GenerateOptions, TextGenerator } from './generation.ts'
export { createLanguageModel } from './language-model.ts'

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
  const loading = load(ai, log)
  loading.catch((error: unknown) => log.error({ err: error }, 'The language model could not be loaded'))
  return async function* generate(o) {
    yield* (await loading)(o)
  }
}
