import type { LanguageModel } from 'ai'
import type { AiConfig } from '../config/index.ts'

/** Provider-specific parts of a request. */
export interface RequestSettings {
  reasoning?: 'none'
  providerOptions?: { openai: { store: boolean } }
  /** Tokens on top of the answer's own limit. */
  thoughtTokens: number
}

export interface ConfiguredModel {
  model: LanguageModel
  settings: RequestSettings
  apiKey: string | null
}

/** Both vendors count what a model thinks against the same limit as what it writes: without room it writes nothing. */
const THOUGHT_TOKENS = 2000

/** Empty counts as unset, as everywhere: the libraries read this variable as soon as they are loaded, and fail on it. */
function unsetIfEmpty(name: 'ANTHROPIC_BASE_URL' | 'OPENAI_BASE_URL'): void {
  if (process.env[name]?.trim() === '') delete process.env[name]
}

/**
 * The configured model. Only the provider in use is loaded. Requests never go through the guard for user-supplied
 * addresses: the operator chose this one, and it may well be this machine. The address is always handed over: without
 * one the libraries would take it from variables of their own (ANTHROPIC_BASE_URL), and the key would go there.
 */
export async function createLanguageModel(ai: AiConfig): Promise<ConfiguredModel> {
  const apiKey = ai.apiKey ?? undefined
  const baseURL = ai.baseUrl
  switch (ai.provider) {
    case 'anthropic': {
      unsetIfEmpty('ANTHROPIC_BASE_URL')
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      // Newer models think by default. The passages are given, so thinking would only delay the answer.
      const settings = { reasoning: 'none', thoughtTokens: THOUGHT_TOKENS } as const
      return { model: createAnthropic({ apiKey, baseURL })(ai.model), settings, apiKey: ai.apiKey }
    }
    case 'openai': {
      unsetIfEmpty('OPENAI_BASE_URL')
      const { createOpenAI } = await import('@ai-sdk/openai')
      // The minimum effort differs between models, and a wrong value is an error, so none is sent. Without `store:
      // false` the Responses API keeps questions and passages for weeks.
      const settings = { providerOptions: { openai: { store: false } }, thoughtTokens: THOUGHT_TOKENS }
      return { model: createOpenAI({ apiKey, baseURL })(ai.model), settings, apiKey: ai.apiKey }
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const model = createOpenAICompatible({ name: 'openai-compatible', apiKey, baseURL })(ai.model)
      return { model, settings: { thoughtTokens: 0 }, apiKey: ai.apiKey }
    }
  }
}
