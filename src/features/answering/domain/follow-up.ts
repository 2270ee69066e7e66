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

const wordsOf = (text: string): string[] => plainText(text).match(/[\p{L}\p{M}\p{N}'][\p{L}\p{M}\p{N}'.-]*/gu) ?? []

const grammars = new Map<PageLanguage, Grammar>()

function grammarOf(language: PageLanguage): Grammar {
  const known = grammars.get(language)
  if (known) return known
  const list: Partial<Record<string, string>> = phrases[language]
  const setOf = (name: string) => new Set(plainText(list[name] ?? '').split(' '))
  const unspaced = isUnspaced(language)
  const made = {
    unspaced,
    again: new RegExp(`^(?:${plainText(list.again ?? '')})$`, 'u'),
    opening: new RegExp(`^(?:${plainText(list.opening ?? '')})${unspaced ? '' : '(?![\\p{L}\\p{N}])'}`, 'u'),
    closing: list.closing ? new RegExp(`${list.closing}$`, 'u') : null,
    pointing: setOf('pointing'),
    asking: setOf('asking'),
    prepositions: setOf('preposition'),
  }
  // The conjunction of Arabic is written together with the word after it.
  if (language === 'ar') made.opening = new RegExp(`^(?:${plainText(list.opening ?? '')})`, 'u')
  grammars.set(language, made)
  return made
}

/** The end of the text that `plain` is the plain form of, as it was written. */
function lastWords(text: string, plain: string): string {
  const words = text.replace(/[\s?!.。？！…]+$/u, '').split(/\s+/u)
  const at = words.findIndex((_, index) => wordsOf(words.slice(index).join(' ')).join(' ').length <= plain.length)
  return at < 0 ? plain : words.slice(at).join(' ')
}

function dependenceIn(text: string, language: PageLanguage): FollowUp | null {
  const grammar = grammarOf(language)
  const plain = plainText(text)
    .replace(/[^\p{L}\p{M}\p{N}']+/gu, grammar.unspaced ? '' : ' ')
    .trim()
  if (plain === '') return null
  if (grammar.again.test(plain)) return { dependence: 'again', rest: '' }
  const words = wordsOf(text)
  const isShort = grammar.unspaced ? plain.length <= MAX_UNSPACED_LENGTH : words.length <= MAX_CONTINUATION_WORDS
  const begun = grammar.opening.exec(plain)?.[0].length ?? 0
  const ended = grammar.closing?.exec(plain)?.[0].length ?? 0
  if (isShort && (begun > 0 || (ended > 0 && plain.length > ended))) {
    const cut = plain.slice(begun, plain.length - ended).trim()
    const rest = grammar.unspaced || begun === 0 ? cut : lastWords(text, cut)
    return { dependence: cut.split(' ').length <= MAX_CHANGED_WORDS ? 'change' : 'detail', rest }
  }
  if (grammar.unspaced) return null
  if (words.length <= MAX_WORDS && words.some((word) => grammar.pointing.has(word)))
    return { dependence: 'detail', rest: text }
  return words.length < FEW_WORDS && grammar.asking.has(words[0] ?? '') ? { dependence: 'detail', rest: text } : null
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
    const found = dependenceIn(question, language)
    if (found) return found
  }
  return null
}

/** Puts what changed into the previous question; joins the two where its place is not known. */
function exchange(previous: string, rest: string, prepositions: ReadonlySet<string>): string {
  const changed = wordsOf(rest)
  const words = previous.split(/\s+/u)
  const plainWords = words.map((word) => wordsOf(word)[0] ?? '')
  for (const names of EXCHANGEABLE) {
    const name = changed.find((word) => names.has(word))
    const at = plainWords.findIndex((word) => names.has(word))
    if (name && at >= 0) return words.with(at, name).join(' ')
  }
  const from = plainWords.findLastIndex((word) => word !== '' && word === changed[0] && prepositions.has(word))
  const replaced = from < 0 ? 0 : words.length - from
  if (replaced > 0 && replaced <= MAX_CHANGED_WORDS && changed.length > 1)
    return `${words.slice(0, from).join(' ')} ${rest}`
  return `${previous} ${rest}`
}

/** The question that a message means after the turns before it. */
export function resolveQuestion(
  question: string,
  turns: readonly PastTurn[],
  languages: readonly PageLanguage[],
): string {
  let topic = ''
  for (const asked of [...turns.map((turn) => turn.question), question]) {
    const followUp = topic === '' ? null : readFollowUp(asked, languages)
    if (!followUp) topic = asked
    else if (followUp.dependence === 'change') topic = exchange(topic, followUp.rest, prepositionsOf(languages))
    else if (followUp.dependence === 'detail') topic = `${topic} ${followUp.rest}`
  }
  return topic
}

const prepositionsOf = (languages: readonly PageLanguage[]): ReadonlySet<string> =>
  new Set(languages.flatMap((language) => [...grammarOf(language).prepositions]).filter((word) => word !== ''))

/** The languages to read a message in: its own, the page's, and English. */
export function readingLanguages(detected: readonly string[], page: PageLanguage): PageLanguage[] {
  const own = detected.flatMap((code) => PAGE_LANGUAGES.find((language) => language === code) ?? [])
  return [...new Set([...own, page, DEFAULT_LANGUAGE])]
}
