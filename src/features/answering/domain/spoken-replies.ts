import { PAGE_LANGUAGES, type PageLanguage } from '../../../kernel/languages.ts'
import replies from './spoken-replies.json' with { type: 'json' }

const pageLanguage = (languageCode: string, fallbackLanguage: PageLanguage): PageLanguage =>
  PAGE_LANGUAGES.find((supportedLanguage) => supportedLanguage === languageCode) ?? fallbackLanguage

const fillPlaceholders = (replyTemplate: string, valueByName: Record<string, string>): string =>
  replyTemplate.replace(/\{(\w+)\}/g, (_, placeholder: string) => valueByName[placeholder] ?? '')

/**
 * The reply to a question that found nothing and is in another language than the content, in the question's language
 * where the page speaks it.
 * @param options.content the languages of the content
 */
export function foreignReply(options: { asked: string; page: PageLanguage; content: readonly string[] }): string {
  const language = pageLanguage(options.asked, options.page)
  const languageNames = new Intl.DisplayNames([language], { type: 'language' })
  const languages = new Intl.ListFormat(language, { type: 'conjunction' }).format(
    options.content.map((code) => languageNames.of(code) ?? code),
  )
  return fillPlaceholders(replies[language].foreign, { languages })
}

/** Asks which of two topics is meant. */
export const choiceReply = (language: PageLanguage, firstTitle: string, secondTitle: string): string =>
  fillPlaceholders(replies[language].choice, { first: firstTitle, second: secondTitle })
