import { DEFAULT_LANGUAGE, PAGE_LANGUAGES, type PageLanguage } from '../../../kernel/languages.ts'
import type { SmallTalkKind } from '../../workspaces/contract.ts'
import { isUnspaced, plainText } from './plain-text.ts'
import phrases from './small-talk-phrases.json' with { type: 'json' }

export interface SmallTalk {
  kind: SmallTalkKind
  language: PageLanguage
}

/** Kinds that have phrases; where a message has several, the first of them decides. */
const PHRASE_KINDS = ['person', 'insult', 'identity', 'goodbye', 'thanks', 'greeting'] as const
type PhraseKind = (typeof PHRASE_KINDS)[number]
/** A phrase of this kind says nothing by itself. */
const FILLER_KIND = 'filler'
/** A longer message is always a question. */
const MAX_LENGTH = 120

const EMOJI_PATTERNS: readonly [PhraseKind, RegExp][] = [
  ['insult', /[👎😠😡🤬🖕]/u],
  ['greeting', /[👋]/u],
  ['thanks', /[👍👏🙏❤💖😊🙂😀😃😄😁🥰😍🎉💯]/u],
]

/** Words with single spaces between them; a letter that is repeated for emphasis counts once. */
const spokenWordsOf = (writtenText: string): string =>
  plainText(writtenText)
    .replace(/(\p{L})\1{2,}/gu, '$1')
    .replace(/[^\p{L}\p{M}\p{N}']+/gu, ' ')
    .trim()

interface PhrasePattern {
  kind: PhraseKind | typeof FILLER_KIND
  /** Matches at a place of the message. */
  begins: RegExp
  whole: RegExp
}
const patternsByLanguage = new Map<PageLanguage, PhrasePattern[]>()

/** In a phrase, `<human>` and `<want>` stand for the alternatives of that name. */
function patternsOf(language: PageLanguage): PhrasePattern[] {
  const knownPatterns = patternsByLanguage.get(language)
  if (knownPatterns) return knownPatterns
  const phraseLists: Partial<Record<string, string>> = phrases[language]
  const compiledPatterns = [...PHRASE_KINDS, FILLER_KIND].map((phraseKind): PhrasePattern => {
    const phraseSource = (phraseLists[phraseKind] ?? '')
      .replaceAll('<want>', phraseLists.want ?? '')
      .replaceAll('<human>', `(?:${phraseLists.human})`)
      .replaceAll('-', ' ')
    const pattern = `(?:${plainText(phraseSource)})`
    return {
      kind: phraseKind as PhrasePattern['kind'],
      begins: new RegExp(pattern, 'uy'),
      whole: new RegExp(`^${pattern}$`, 'u'),
    }
  })
  patternsByLanguage.set(language, compiledPatterns)
  return compiledPatterns
}

/** Places where a phrase may end: after every word, or after every sign where there are no spaces. */
function phraseEnds(spokenWords: string, language: PageLanguage): number[] {
  const endPattern = isUnspaced(language) ? /./gsu : / |$/gu
  return [...spokenWords.matchAll(endPattern)].map(
    (endMatch) => endMatch.index + (isUnspaced(language) ? endMatch[0].length : 0),
  )
}

/** The kind of a message that consists of phrases of this language alone; null for every other message. */
function findPhraseKind(spokenWords: string, language: PageLanguage): PhraseKind | null {
  const phraseEndings = phraseEnds(spokenWords, language)
  /** By place: of the kinds before it the first in `KINDS`, by its index. */
  const bestKindByEnd = new Map<number, number>([[0, PHRASE_KINDS.length]])
  for (const phraseStart of [0, ...phraseEndings]) {
    const kindBefore = bestKindByEnd.get(phraseStart)
    if (kindBefore === undefined) continue
    const wordStart = spokenWords[phraseStart] === ' ' ? phraseStart + 1 : phraseStart
    for (const { kind, begins, whole } of patternsOf(language)) {
      begins.lastIndex = wordStart
      if (!begins.test(spokenWords)) continue
      const kindIndex = Math.min(kindBefore, kind === FILLER_KIND ? PHRASE_KINDS.length : PHRASE_KINDS.indexOf(kind))
      for (const phraseEnd of phraseEndings) {
        if (phraseEnd <= wordStart || kindIndex >= (bestKindByEnd.get(phraseEnd) ?? Number.POSITIVE_INFINITY)) continue
        if (whole.test(spokenWords.slice(wordStart, phraseEnd))) bestKindByEnd.set(phraseEnd, kindIndex)
      }
    }
  }
  const foundIndex: number = bestKindByEnd.get(spokenWords.length) ?? PHRASE_KINDS.length
  return PHRASE_KINDS.find((_, kindIndex) => kindIndex === foundIndex) ?? null
}

/**
 * Recognizes a message that asks for no content. The whole message must consist of listed phrases, so that a question
 * with a greeting is none.
 * @param preferred the page's language, tried first
 */
export function detectSmallTalk(writtenText: string, preferred: PageLanguage = DEFAULT_LANGUAGE): SmallTalk | null {
  if (writtenText.length > MAX_LENGTH) return null
  const spokenWords = spokenWordsOf(writtenText)
  if (spokenWords === '') {
    const kind = EMOJI_PATTERNS.find(([, pattern]) => pattern.test(writtenText))?.[0] ?? 'nonsense'
    return { kind, language: preferred }
  }
  for (const language of new Set([preferred, DEFAULT_LANGUAGE, ...PAGE_LANGUAGES])) {
    const kind = findPhraseKind(spokenWords, language)
    if (kind) return { kind, language }
  }
  return null
}

const KEYBOARD_ROWS = [
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  'qsdfghjklm',
  '1234567890',
]
const NEIGHBORING_KEYS = new Set(
  KEYBOARD_ROWS.flatMap((keyboardRow) =>
    letterPairs(keyboardRow).flatMap((keyPair) => [keyPair, `${keyPair[1]}${keyPair[0]}`]),
  ),
)
/** Pairs of consonants that words of the languages in Latin script do not have. */
const UNUSUAL_PAIRS =
  /j[b-df-hj-np-tv-xz]|[bcdf-hj-np-tv-xz]j|q[^ui]|[fgkv][bdhjkpvw]|[dbgh][fgk]|x[dfghjkvz]|z[dfgjkpsx]/g

function letterPairs(spelling: string): string[] {
  return [...spelling].slice(1).map((letter, index) => `${spelling[index]}${letter}`)
}

function isMashedWord(word: string): boolean {
  if (/(\p{L})\1{3}/u.test(word) || /(\p{L}{2,3})\1{2}/u.test(word)) return true
  if (!/^[a-z]{4,}$/.test(word)) return false
  const neighborCount = letterPairs(word).filter((keyPair) => NEIGHBORING_KEYS.has(keyPair)).length
  if (neighborCount >= (word.length - 1) * 0.75) return word.length >= 5 || /^(asdf|qwer|zxcv|yxcv|hjkl)/.test(word)
  if (word.length < 6) return false
  const vowelCount = word.match(/[aeiouy]/g)?.length ?? 0
  return vowelCount === 0 || (vowelCount / word.length <= 0.3 && (word.match(UNUSUAL_PAIRS)?.length ?? 0) >= 2)
}

/** Returns true for a message of nothing but keys pressed at random. A name in the content may look like one. */
export function isKeyboardMash(writtenText: string): boolean {
  if (writtenText.length > MAX_LENGTH) return false
  const writtenWords = plainText(writtenText).match(/[\p{L}\p{N}]+/gu) ?? []
  return writtenWords.length > 0 && writtenWords.every(isMashedWord)
}
