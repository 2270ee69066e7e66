import { DEFAULT_LANGUAGE, PAGE_LANGUAGES, type PageLanguage } from '../../../kernel/languages.ts'
import type { SmallTalkKind } from '../../workspaces/contract.ts'
import { isUnspaced, plainText } from './plain-text.ts'
import phrases from './small-talk-phrases.json' with { type: 'json' }

export interface SmallTalk {
  kind: SmallTalkKind
  language: PageLanguage
}

/** Kinds that have phrases; where a message has several, the first of them decides. */
const KINDS = ['person', 'insult', 'identity', 'goodbye', 'thanks', 'greeting'] as const
type PhraseKind = (typeof KINDS)[number]
/** A phrase of this kind says nothing by itself. */
const FILLER = 'filler'
/** A longer message is always a question. */
const MAX_LENGTH = 120

const EMOJI: readonly [PhraseKind, RegExp][] = [
  ['insult', /[👎😠😡🤬🖕]/u],
  ['greeting', /[👋]/u],
  ['thanks', /[👍👏🙏❤💖😊🙂😀😃😄😁🥰😍🎉💯]/u],
]

/** Words with single spaces between them; a letter that is repeated for emphasis counts once. */
const wordsOf = (text: string): string =>
  plainText(text)
    .replace(/(\p{L})\1{2,}/gu, '$1')
    .replace(/[^\p{L}\p{M}\p{N}']+/gu, ' ')
    .trim()

interface PhrasePattern {
  kind: PhraseKind | typeof FILLER
  /** Matches at a place of the message. */
  begins: RegExp
  whole: RegExp
}
const compiled = new Map<PageLanguage, PhrasePattern[]>()

/** In a phrase, `<human>` and `<want>` stand for the alternatives of that name. */
function patternsOf(language: PageLanguage): PhrasePattern[] {
  const known = compiled.get(language)
  if (known) return known
  const lists: Partial<Record<string, string>> = phrases[language]
  const made = [...KINDS, FILLER].map((kind): PhrasePattern => {
    const source = (lists[kind] ?? '')
      .replaceAll('<want>', lists.want ?? '')
      .replaceAll('<human>', `(?:${lists.human})`)
      .replaceAll('-', ' ')
    const pattern = `(?:${plainText(source)})`
    return {
      kind: kind as PhrasePattern['kind'],
      begins: new RegExp(pattern, 'uy'),
      whole: new RegExp(`^${pattern}$`, 'u'),
    }
  })
  compiled.set(language, made)
  return made
}

/** Places where a phrase may end: after every word, or after every sign where there are no spaces. */
function phraseEnds(words: string, language: PageLanguage): number[] {
  const ends = isUnspaced(language) ? /./gsu : / |$/gu
  return [...words.matchAll(ends)].map((match) => match.index + (isUnspaced(language) ? match[0].length : 0))
}

/** The kind of a message that consists of phrases of this language alone; null for every other message. */
function kindIn(words: string, language: PageLanguage): PhraseKind | null {
  const ends = phraseEnds(words, language)
  /** By place: of the kinds before it the first in `KINDS`, by its index. */
  const best = new Map<number, number>([[0, KINDS.length]])
  for (const start of [0, ...ends]) {
    const kindBefore = best.get(start)
    if (kindBefore === undefined) continue
    const from = words[start] === ' ' ? start + 1 : start
    for (const { kind, begins, whole } of patternsOf(language)) {
      begins.lastIndex = from
      if (!begins.test(words)) continue
      const index = Math.min(kindBefore, kind === FILLER ? KINDS.length : KINDS.indexOf(kind))
      for (const end of ends) {
        if (end <= from || index >= (best.get(end) ?? Number.POSITIVE_INFINITY)) continue
        if (whole.test(words.slice(from, end))) best.set(end, index)
      }
    }
  }
  const found: number = best.get(words.length) ?? KINDS.length
  return KINDS.find((_, index) => index === found) ?? null
}

/**
 * Recognizes a message that asks for no content. The whole message must consist of listed phrases, so that a question
 * with a greeting is none.
 * @param preferred the page's language, tried first
 */
export function detectSmallTalk(text: string, preferred: PageLanguage = DEFAULT_LANGUAGE): SmallTalk | null {
  if (text.length > MAX_LENGTH) return null
  const words = wordsOf(text)
  if (words === '') {
    const kind = EMOJI.find(([, pattern]) => pattern.test(text))?.[0] ?? 'nonsense'
    return { kind, language: preferred }
  }
  for (const language of new Set([preferred, DEFAULT_LANGUAGE, ...PAGE_LANGUAGES])) {
    const kind = kindIn(words, language)
    if (kind) return { kind, language }
  }
  return null
}

const ROWS = ['qwertyuiop', 'qwertzuiop', 'azertyuiop', 'asdfghjkl', 'zxcvbnm', 'yxcvbnm', 'qsdfghjklm', '1234567890']
const STEPS = new Set(ROWS.flatMap((row) => pairs(row).flatMap((pair) => [pair, `${pair[1]}${pair[0]}`])))
/** Pairs of consonants that words of the languages in Latin script do not have. */
const UNUSUAL = /j[b-df-hj-np-tv-xz]|[bcdf-hj-np-tv-xz]j|q[^ui]|[fgkv][bdhjkpvw]|[dbgh][fgk]|x[dfghjkvz]|z[dfgjkpsx]/g

function pairs(text: string): string[] {
  return [...text].slice(1).map((letter, index) => `${text[index]}${letter}`)
}

function isMashedWord(word: string): boolean {
  if (/(\p{L})\1{3}/u.test(word) || /(\p{L}{2,3})\1{2}/u.test(word)) return true
  if (!/^[a-z]{4,}$/.test(word)) return false
  const steps = pairs(word).filter((pair) => STEPS.has(pair)).length
  if (steps >= (word.length - 1) * 0.75) return word.length >= 5 || /^(asdf|qwer|zxcv|yxcv|hjkl)/.test(word)
  if (word.length < 6) return false
  const vowels = word.match(/[aeiouy]/g)?.length ?? 0
  return vowels === 0 || (vowels / word.length <= 0.3 && (word.match(UNUSUAL)?.length ?? 0) >= 2)
}

/** Returns true for a message of nothing but keys pressed at random. A name in the content may look like one. */
export function isKeyboardMash(text: string): boolean {
  if (text.length > MAX_LENGTH) return false
  const words = plainText(text).match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length > 0 && words.every(isMashedWord)
}
