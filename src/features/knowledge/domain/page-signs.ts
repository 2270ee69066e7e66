/** Number of words below which a page consists of a form or a notice. */
const SHORT_TEXT_WORDS = 150
const NOT_FOUND_TITLE =
  /\b404\b|\b(page|document|article|file|content) (was |is |could )?(not|n't) (be )?(found|available)|\bnot found\b|\bdoes(n['’]t| not) exist\b|seite nicht gefunden|nicht gefunden|page (non|introuvable)|introuvable|página no encontrada|no encontrad[oa]|não encontrad[oa]|pagina non trovata|non trovat[oa]|niet gevonden|hittades inte|ikke fundet|nie znaleziono|не найден[ао]?|見つかりません|找不到/i
/** Bounded, so that an unclosed tag takes no time. */
const PASSWORD_FIELD = /<input\b[^>]{0,500}\btype\s{0,5}=\s{0,5}["']?password/i

const countWords = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0

const isShortText = (text: string): boolean => countWords(text) < SHORT_TEXT_WORDS

/** Returns true for a page that asks for a password and says little else. */
export const isLoginPage = (pageHtml: string, pageText: string): boolean =>
  isShortText(pageText) && PASSWORD_FIELD.test(pageHtml)

/** Returns true for a page that says, in a short text and its title or heading, that it was not found. */
export function saysNotFound(title: string | null, pageText: string): boolean {
  const firstHeading = /^#+ (.+)$/m.exec(pageText)?.[1] ?? ''
  return isShortText(pageText) && (NOT_FOUND_TITLE.test(title ?? '') || NOT_FOUND_TITLE.test(firstHeading))
}
