import type { LanguageModel } from 'ai'
import type { AiConfig } from '../config/index.ts'

/**
 * The configured model. Only the provider in use is loaded. Requests never go through the guard for user-supplied
 * addresses: the operator chose this one, and it may well be this machine.
 */
export async function createLanguageModel(ai: AiConfig): Promise<LanguageModel> {
  const apiKey = ai.apiKey ?? undefined
  const baseURL = ai.baseUrl ?? undefined
  switch (ai.provider) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic({ apiKey, baseURL })(ai.model)
    }
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI({ apiKey, baseURL })(ai.model)
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      return createOpenAICompatible({ name: 'openai-compatible', apiKey, baseURL: baseURL ?? '' })(ai.model)
    }
  }
}
