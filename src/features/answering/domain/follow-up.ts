import { DEFAULT_LANGUAGE, PAGE_LANGUAGES, type PageLanguage } from '../../../kernel/languages.ts'
import phrases from './follow-up-phrases.json' with { type: 'json' }
import { isUnspaced, plainText } from './plain-text.ts'

/** A turn of the visit, as far as understanding the next question needs it. */
export interface PastTurn {
  question: string
  answer: string
}

/**
 * Relation of a message to the question before it: `again` when the answer did not help or its reason is asked, `change`
 * for the same question about something else, `detail` for a message that refers back to the topic.
 */
export type Dependence = 'again' | 'change' | 'detail'

export interface FollowUp {
  dependence: Dependence
  /** The message without the words that begin a continuation. */
  rest: string
}

interface Grammar {
  unspaced: boolean
  again: RegExp
  opening: RegExp
  closing: RegExp | null
  pointing: ReadonlySet<string>
  asking: ReadonlySet<string>
  prepositions: ReadonlySet<string>
}

/** Longer questions say what they are about, even where they begin with "and". */
const MAX_WORDS = 8
const MAX_CONTINUATION_WORDS = 12
/** A question of fewer words that asks for a reason, place or time is the rest of one. */
const FEW_WORDS = 4
const MAX_UNSPACED_LENGTH = 14
const MAX_CHANGED_WORDS = 4

/** Names of which a question has one; another one in a follow-up takes its place. */
const EXCHANGEABLE: readonly ReadonlySet<string>[] = [
  'android ios iphone ipad ipados windows mac macos osx linux ubuntu chromeos chromebook',
  'chrome firefox safari edge opera brave',
  'monthly yearly annually quarterly weekly daily',
].map((names) => new Set(names.split(' ')))

const plainWordsOf = (spokenText: string): string[] =>
  plainText(spokenText).match(/[\p{L}\p{M}\p{N}'][\p{L}\p{M}\p{N}'.-]*/gu) ?? []

const grammarByLanguage = new Map<PageLanguage, Grammar>()

function grammarOf(language: PageLanguage): Grammar {
  const knownGrammar = grammarByLanguage.get(language)
  if (knownGrammar) return knownGrammar
  const phraseList: Partial<Record<string, string>> = phrases[language]
  const wordSetOf = (listName: string) => new Set(plainText(phraseList[listName] ?? '').split(' '))
  const unspaced = isUnspaced(language)
  const compiledGrammar = {
    unspaced,
    again: new RegExp(`^(?:${plainText(phraseList.again ?? '')})$`, 'u'),
    opening: new RegExp(`^(?:${plainText(phraseList.opening ?? '')})${unspaced ? '' : '(?![\\p{L}\\p{N}])'}`, 'u'),
    closing: phraseList.closing ? new RegExp(`${phraseList.closing}$`, 'u') : null,
    pointing: wordSetOf('pointing'),
    asking: wordSetOf('asking'),
    prepositions: wordSetOf('preposition'),
  }
  // The conjunction of Arabic is written together with the word after it.
  if (language === 'ar') compiledGrammar.opening = new RegExp(`^(?:${plainText(phraseList.opening ?? '')})`, 'u')
  grammarByLanguage.set(language, compiledGrammar)
  return compiledGrammar
}

/** The end of the text that `plain` is the plain form of, as it was written. */
function lastWords(writtenText: string, plainEnding: string): string {
  const writtenWords = writtenText.replace(/[\s?!.。？！…]+$/u, '').split(/\s+/u)
  const firstIndex = writtenWords.findIndex(
    (_, index) => plainWordsOf(writtenWords.slice(index).join(' ')).join(' ').length <= plainEnding.length,
  )
  return firstIndex < 0 ? plainEnding : writtenWords.slice(firstIndex).join(' ')
}

function readDependence(question: string, language: PageLanguage): FollowUp | null {
  const grammar = grammarOf(language)
  const plainQuestion = plainText(question)
    .replace(/[^\p{L}\p{M}\p{N}']+/gu, grammar.unspaced ? '' : ' ')
    .trim()
  if (plainQuestion === '') return null
  if (grammar.again.test(plainQuestion)) return { dependence: 'again', rest: '' }
  const questionWords = plainWordsOf(question)
  const isShort = grammar.unspaced
    ? plainQuestion.length <= MAX_UNSPACED_LENGTH
    : questionWords.length <= MAX_CONTINUATION_WORDS
  const openingLength = grammar.opening.exec(plainQuestion)?.[0].length ?? 0
  const closingLength = grammar.closing?.exec(plainQuestion)?.[0].length ?? 0
  if (isShort && (openingLength > 0 || (closingLength > 0 && plainQuestion.length > closingLength))) {
    const changedText = plainQuestion.slice(openingLength, plainQuestion.length - closingLength).trim()
    const rest = grammar.unspaced || openingLength === 0 ? changedText : lastWords(question, changedText)
    return { dependence: changedText.split(' ').length <= MAX_CHANGED_WORDS ? 'change' : 'detail', rest }
  }
  if (grammar.unspaced) return null
  if (questionWords.length <= MAX_WORDS && questionWords.some((word) => grammar.pointing.has(word)))
    return { dependence: 'detail', rest: question }
  return questionWords.length < FEW_WORDS && grammar.asking.has(questionWords[0] ?? '')
    ? { dependence: 'detail', rest: question }
    : null
}

/**
 * Returns how a message depends on the question before it; null for a question that says what it is about.
 * @param languages of the message, the likeliest first
 */
export function readFollowUp(
  question: string,
  languages: readonly PageLanguage[] = [DEFAULT_LANGUAGE],
): FollowUp | null {
  for (const language of new Set(languages)) {
    const followUp = readDependence(question, language)
    if (followUp) return followUp
  }
  return null
}

/** Puts what changed into the previous question; joins the two where its place is not known. */
function exchangeWords(previousQuestion: string, changedPart: string, prepositions: ReadonlySet<string>): string {
  const changedWords = plainWordsOf(changedPart)
  const previousWords = previousQuestion.split(/\s+/u)
  const plainWords = previousWords.map((word) => plainWordsOf(word)[0] ?? '')
  for (const exchangeableNames of EXCHANGEABLE) {
    const changedName = changedWords.find((word) => exchangeableNames.has(word))
    const nameIndex = plainWords.findIndex((word) => exchangeableNames.has(word))
    if (changedName && nameIndex >= 0) return previousWords.with(nameIndex, changedName).join(' ')
  }
  const prepositionIndex = plainWords.findLastIndex(
    (word) => word !== '' && word === changedWords[0] && prepositions.has(word),
  )
  const replacedCount = prepositionIndex < 0 ? 0 : previousWords.length - prepositionIndex
  if (replacedCount > 0 && replacedCount <= MAX_CHANGED_WORDS && changedWords.length > 1)
    return `${previousWords.slice(0, prepositionIndex).join(' ')} ${changedPart}`
  return `${previousQuestion} ${changedPart}`
}

/** The question that a message means after the turns before it. */
export function resolveQuestion(
  question: string,
  turns: readonly PastTurn[],
  languages: readonly PageLanguage[],
): string {
  let topic = ''
  for (const askedText of [...turns.map((pastTurn) => pastTurn.question), question]) {
    const followUp = topic === '' ? null : readFollowUp(askedText, languages)
    if (!followUp) topic = askedText
    else if (followUp.dependence === 'change') topic = exchangeWords(topic, followUp.rest, prepositionsOf(languages))
    else if (followUp.dependence === 'detail') topic = `${topic} ${followUp.rest}`
  }
  return topic
}

const prepositionsOf = (languages: readonly PageLanguage[]): ReadonlySet<string> =>
  new Set(languages.flatMap((language) => [...grammarOf(language).prepositions]).filter((word) => word !== ''))

/** The languages to read a message in: its own, the page's, and English. */
export function readingLanguages(detected: readonly string[], pageLanguage: PageLanguage): PageLanguage[] {
  const detectedLanguages = detected.flatMap(
    (languageCode) => PAGE_LANGUAGES.find((language) => language === languageCode) ?? [],
  )
  return [...new Set([...detectedLanguages, pageLanguage, DEFAULT_LANGUAGE])]
}
