import { LRUCache } from 'lru-cache'
import { detectLanguage, LANGUAGES } from '../../../ranking/server/index.ts'
import { translateQuestion } from './rewrite-question.ts'
import type { Generate } from './short-reply.ts'

/** Translations by workspace, language and question: they depend on nothing else. */
const translations = new LRUCache<string, Promise<string | null>>({ max: 2_000 })

/**
 * The question in the content's language, by one call of the model at most. Null when it is in that language already,
 * cannot be distinguished from it, or the model does not translate it.
 * @param options.language of the content
 */
export async function translatedQuestion(
  generate: Generate,
  question: string,
  options: { language: string; workspaceId: string; signal: AbortSignal; onModel(): void },
): Promise<string | null> {
  const { language, workspaceId, signal, onModel } = options
  if (detectLanguage(question, [language, ...LANGUAGES]) === language) return null
  const cacheKey = [workspaceId, language, question].join('\u0000')
  const knownTranslation = translations.get(cacheKey)
  if (knownTranslation) return knownTranslation
  onModel()
  const translating = translateQuestion(generate, question, language, signal)
  translations.set(cacheKey, translating)
  const translation = await translating
  if (translation === null) translations.delete(cacheKey)
  return translation
}
