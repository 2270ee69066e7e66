import { inverseDocumentFrequency } from '../rank/formulas.ts'
import { backgroundShare, RARE_SHARE } from '../text/background.ts'
import { equivalentsOf } from '../text/equivalents.ts'
import { synonymsOf } from '../text/synonyms.ts'
import { isContentWord, type Token, tokenize } from '../text/tokens.ts'

/** A text that the idf of the language at large is taken from. */
const TEXTS = 100
/** Words that may stand for one another do not always: a question in which the only word is one is not the same. */
const SYNONYM_LIKENESS = 0.75
/** Words with the same beginning are forms of one another: «Lieferzeit» and «Lieferung». */
const SAME_BEGINNING = 5
const FORM_LIKENESS = 0.8
/** When, where, who and why ask for different things about the same words. */
const OTHER_ASKING = 0.7
const OTHER_NEGATION = 0.7
/** A word in each question without an equivalent in the other: "on Windows" and "on a Mac" differ. */
const OTHER_WORD = 0.92
const LONGEST = 500

/** Threshold from which two questions count as the same: same-question.test.ts shows its hits and misses. */
export const SAME_QUESTION = 0.72

/** Words that ask for one kind of thing, in the languages that are most written; the others ask for anything. */
const KINDS: Record<string, string> = {
  when: 'when wann cuándo cuando quand quando wanneer cum când когда коли kiedy',
  where: 'where wo woher wohin dónde donde où onde dove waar unde где де gdzie',
  who: 'who whom wer wen wem quién quien qui quem chi wie cine кто хто kto',
  why: 'why warum wieso weshalb pourquoi perché waarom почему чому dlaczego',
}
const NEGATIONS =
  /(?<![\p{L}\p{N}])(?:not|cannot|never|without|\p{L}+n['’]t|nicht|kein\p{L}*|ohne|pas|sans|non|senza|sin|não|sem|niet|geen|zonder|не|без|nie)(?![\p{L}\p{N}])/iu

/** A question in its language; the others are read in the same one. */
export interface AskedText {
  text: string
  language: string
}

interface Words {
  content: Token[]
  numbers: string
  kinds: Set<string>
  negated: boolean
}

const kindOf = new Map(Object.entries(KINDS).flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind])))

/** Which kinds of things a question's words ask for. */
export const kindsAsked = (tokens: readonly Token[]): Set<string> =>
  new Set(tokens.flatMap(({ word }) => kindOf.get(word) ?? []))

export const isNegated = (text: string): boolean => NEGATIONS.test(text)

function wordsOf({ text, language }: AskedText): Words {
  const sample = text.slice(0, LONGEST)
  const tokens = tokenize(sample, language).filter((token) => !token.pair)
  const contentTokens = tokens.filter(isContentWord)
  const content = [
    ...new Map((contentTokens.length ? contentTokens : tokens).map((token) => [token.term, token])).values(),
  ]
  const numbers = tokens.flatMap(({ word }) => (/\p{N}/u.test(word) ? [word] : []))
  return {
    content,
    numbers: numbers.sort().join(' '),
    kinds: kindsAsked(tokens),
    negated: isNegated(sample),
  }
}

/** Informativeness of a word: its rarity in its language. */
function informativenessOf({ term }: Token, language: string): number {
  return inverseDocumentFrequency(TEXTS * (backgroundShare(term, language) ?? RARE_SHARE), TEXTS)
}

function likenessOf(a: Token, b: Token, language: string): number {
  if (a.term === b.term || equivalentsOf(a.term, language).includes(b.term)) return 1
  const form = a.word.slice(0, SAME_BEGINNING) === b.word.slice(0, SAME_BEGINNING) && a.word.length >= SAME_BEGINNING
  if (form) return FORM_LIKENESS
  return synonymsOf(a.term, language).has(b.term) ? SYNONYM_LIKENESS : 0
}

/**
 * Share of the words of one text, by informativeness, that the other has as well, and whether one is missing entirely.
 */
function found(words: Token[], among: Token[], language: string): { share: number; lacks: boolean } {
  let sum = 0
  let total = 0
  let lacks = false
  for (const word of words) {
    const value = informativenessOf(word, language)
    const likeness = Math.max(0, ...among.map((other) => likenessOf(word, other, language)))
    total += value
    sum += value * likeness
    lacks ||= likeness === 0
  }
  return { share: total ? sum / total : 0, lacks }
}

/**
 * Probability, 0 to 1, that another question asks the same: the harmonic mean of the shares of each in the other (a
 * soft alignment of their informative words, as in Monge and Elkan 1996). Lower when one asks when and the other where,
 * or one is negated; 0 when their numbers differ.
 */
export function likeQuestion(asked: AskedText): (other: string) => number {
  const { language } = asked
  const one = wordsOf(asked)
  return (text) => {
    const other = wordsOf({ text, language })
    if (one.numbers !== other.numbers) return 0
    const there = found(one.content, other.content, language)
    const back = found(other.content, one.content, language)
    if (!there.share || !back.share) return 0
    const asksOther =
      one.kinds.size > 0 && other.kinds.size > 0 && ![...one.kinds].some((kind) => other.kinds.has(kind))
    return (
      ((2 * there.share * back.share) / (there.share + back.share)) *
      (asksOther ? OTHER_ASKING : 1) *
      (one.negated === other.negated ? 1 : OTHER_NEGATION) *
      (there.lacks && back.lacks ? OTHER_WORD : 1)
    )
  }
}
