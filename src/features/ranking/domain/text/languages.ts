import { normalize } from './normalize.ts'
import { stopwordList } from './stopwords.ts'

/** Languages with detection and analysis of their own, as ISO 639-1 codes. */
export const LANGUAGES = 'en de es fr it nl pt ro ru tr ar hi el th zh ja vi'.split(' ')

const LATIN_LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt', 'ro', 'tr', 'vi']
/** Longer texts are judged by their beginning. */
const JUDGED_CHARACTERS = 4000

const SCRIPT_PATTERNS: [string, RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['th', /\p{Script=Thai}/gu],
]
/** Letters that one of the languages in Latin script uses and most others do not. */
const LETTER_PATTERNS: [string, RegExp, number][] = [
  ['de', /[äß]/gu, 1],
  ['de', /[öü]/gu, 0.5],
  ['es', /[ñ¿¡]/gu, 2],
  ['fr', /[êœèùûëï]/gu, 0.7],
  ['fr', /\b(?:qu|[dljs])['’]/gu, 1],
  ['it', /\b(?:dell|nell|all|sull|un|l)['’]/gu, 0.7],
  ['pt', /[ãõ]/gu, 1.5],
  ['ro', /[șțăşţ]/gu, 1],
  ['tr', /[ğış]/gu, 1],
  ['vi', /[ạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹđơư]/gu, 1],
  ['nl', /ij|aa|ee[nr]|oe/gu, 0.15],
]
/** Question and support words that stopword lists leave out. */
const DISTINCTIVE_WORDS: Record<string, string> = {
  en: 'what how when where who which why does do my',
  de: 'wie was wann wo wer welche warum wieso ich mein gibt',
  es: 'qué cómo cuándo dónde quién cuál cuánto cuesta hay mi puedo',
  fr: 'comment quand où qui quel quelle combien pourquoi est-ce mon puis',
  it: 'come quando dove chi quale quanto perché posso mio mia',
  nl: 'hoe wat wanneer waar wie welke waarom mijn kan ik',
  pt: 'como quando onde quem qual quanto quais meu minha posso',
  ro: 'cum când unde cine care cât ce pot meu',
  tr: 'nasıl nedir ne zaman nerede kim hangi neden kaç mi',
  vi: 'làm thế nào gì khi nào đâu ai tại sao bao nhiêu tôi',
}
const profiles = new Map(
  LATIN_LANGUAGES.map((language) => [
    language,
    new Set(
      [...stopwordList(language), ...(DISTINCTIVE_WORDS[language] ?? '').split(' ')].map((profileWord) =>
        normalize(profileWord, language),
      ),
    ),
  ]),
)

/**
 * Detects the language of a text among `among` (all by default): by its script, then by its function words. Returns the
 * first of `among` when undecided; short texts of names only cannot be decided.
 */
export function detectLanguage(judgedText: string, possibleLanguages: readonly string[] = LANGUAGES): string {
  const fallback = possibleLanguages[0] ?? 'en'
  const judgedSample = judgedText.slice(0, JUDGED_CHARACTERS).normalize('NFC').toLowerCase()
  const letterCount = judgedSample.match(/\p{L}/gu)?.length ?? 0
  if (letterCount === 0) return fallback
  const latinCount = judgedSample.match(/\p{Script=Latin}/gu)?.length ?? 0
  if (latinCount < letterCount / 2) {
    // Kana beside Han is Japanese even where Han prevails.
    let bestLanguage = ''
    let highestCount = 0
    for (const [language, pattern] of SCRIPT_PATTERNS) {
      const scriptCount = (judgedSample.match(pattern)?.length ?? 0) * (language === 'ja' ? 4 : 1)
      if (scriptCount > highestCount && possibleLanguages.includes(language))
        [bestLanguage, highestCount] = [language, scriptCount]
    }
    return bestLanguage || fallback
  }
  const candidates = LATIN_LANGUAGES.filter((language) => possibleLanguages.includes(language))
  const scoreByLanguage = new Map(candidates.map((language) => [language, 0]))
  for (const language of candidates) {
    const languageProfile = profiles.get(language)
    for (const word of normalize(judgedSample, language).match(/[\p{L}\p{M}]+/gu) ?? []) {
      if (languageProfile?.has(word)) scoreByLanguage.set(language, scoreByLanguage.get(language)! + 1)
    }
  }
  for (const [language, pattern, weight] of LETTER_PATTERNS) {
    const previousScore = scoreByLanguage.get(language)
    if (previousScore !== undefined)
      scoreByLanguage.set(language, previousScore + weight * (judgedSample.match(pattern)?.length ?? 0))
  }
  let bestLanguage = candidates.includes(fallback) ? fallback : (candidates[0] ?? fallback)
  for (const [language, value] of scoreByLanguage)
    if (value > (scoreByLanguage.get(bestLanguage) ?? 0)) bestLanguage = language
  return bestLanguage
}
