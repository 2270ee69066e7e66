import { PAGE_LANGUAGES, type PageLanguage } from '../../../kernel/languages.ts'
import replies from './spoken-replies.json' with { type: 'json' }

const pageLanguage = (code: string, otherwise: PageLanguage): PageLanguage =>
  PAGE_LANGUAGES.find((language) => language === code) ?? otherwise

const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

/**
 * The reply to a question that found nothing and is in another language than the content, in the question's language
 * where the page speaks it.
 * @param options.content the languages of the content
 */
export function foreignReply(options: { asked: string; page: PageLanguage; content: readonly string[] }): string {
  const language = pageLanguage(options.asked, options.page)
  const names = new Intl.DisplayNames([language], { type: 'language' })
  const languages = new Intl.ListFormat(language, { type: 'conjunction' }).format(
    options.content.map((code) => names.of(code) ?? code),
  )
  return fill(replies[language].foreign, { languages })
}

/** Asks which of two topics is meant. */
export const choiceReply = (language: PageLanguage, first: string, second: string): string =>
  fill(replies[language].choice, { first, second })
