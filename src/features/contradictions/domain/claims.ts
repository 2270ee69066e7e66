import type { ClaimedValue } from '../../../kernel/claimed-values.ts'
import { areOpposites, mayBeOpposed, negations } from '../../../kernel/polarity.ts'
import { clausesOf, isVersion, valuesOf } from './claim-values.ts'
import { conceptOf, withPhrases } from './concepts.ts'
import { COUNTED_FROM, NARROWING, NEUTRAL } from './language-cues.ts'

/** A word as a language's reader sees it. */
export interface ReadWord {
  word: string
  /** Its stem. */
  term: string
  /** A word of grammar, or one that only asks. */
  stop: boolean
}

/** A word that names what is spoken about, with all by which it is compared. */
export interface SubjectWord extends ReadWord {
  concept: string | null
  /** Its first letters, which forms of one word share; null for short words. */
  beginning: string | null
  mayBeOpposed: boolean
}

/** Language-specific data of the rule. */
export interface Reader {
  /** Statements are compared, a yes with a no; otherwise only figures, dates and addresses are. */
  comparesStatements: boolean
  words(text: string): readonly ReadWord[]
  /** Stems that may stand for a word. */
  near(word: string): ReadonlySet<string>
  /** Returns true when two questions ask the same thing. */
  sameQuestion(left: string, right: string): boolean
}

/** A published text: a FAQ with its answer, or a passage with its title. */
export interface ClaimingText {
  kind: 'faq' | 'passage'
  question: string
  alternatives: readonly string[]
  sentences: readonly string[]
}

/** A sentence, or a part of it that states a value. */
export interface Claim {
  sentence: string
  /** The part, as it is written. */
  text: string
  /** Their positions are those in the sentence. */
  values: ClaimedValue[]
  words: SubjectWord[]
  negations: { start: number; end: number }[]
}

/** A sentence with the range, in characters, that differs from the other text. */
export interface Quote {
  text: string
  marks: [number, number][]
}

/** `value`: a figure, a time or a date; `contact`: an address or a number; `negation`; `opposite`; `answer`: yes and no. */
type DifferenceKind = 'value' | 'contact' | 'negation' | 'opposite' | 'answer'
export interface Difference {
  kind: DifferenceKind
  a: Quote
  b: Quote
}

export interface Subject {
  text: ClaimingText
  /** The words of what is asked; of a passage: of its title. */
  asked: SubjectWord[]
  claims: Claim[]
}

const SENTENCES = 12
const SENTENCE_MAX = 400
const SAME_BEGINNING = 5
/** Share of the longer word that two forms of one word have in common. */
const SHARED_LETTERS = 0.57
/** "No, gift cards are not refundable" says no once. */
const LEADING_ANSWER = /^\s*(?:yes|no|ja|nein|oui|non|sí)\s*[,.!;:–—-]\s*/iu

const eachOnce = (words: readonly SubjectWord[]): SubjectWord[] => [
  ...new Map(words.map((one) => [one.word, one])).values(),
]

/** Names what is spoken about: no grammar, no figures, nothing that says nothing. */
function subjectWords(reader: Reader, text: string, values: readonly ClaimedValue[] = []): SubjectWord[] {
  let plain = text
  // Counted nouns and the names of versions belong to the subject; other units do not.
  for (const { kind, start, end } of values)
    if (!kind.startsWith('count:') && !isVersion({ kind } as ClaimedValue))
      plain = plain.slice(0, start) + ' '.repeat(end - start) + plain.slice(end)
  plain = withPhrases(plain.replace(COUNTED_FROM, ' '))
  const words = reader.words(plain).filter(({ word, stop }) => {
    if (mayBeOpposed(word) || NARROWING.has(word)) return true
    return !stop && !NEUTRAL.has(word) && !/^[\p{N}.]+$/u.test(word) && negations(word).length === 0
  })
  return eachOnce(
    words.map(({ word, term, stop }) => ({
      ...{ word, term, stop, concept: conceptOf(word), mayBeOpposed: mayBeOpposed(word) },
      beginning: word.length >= SAME_BEGINNING ? word.slice(0, SAME_BEGINNING) : null,
    })),
  )
}

function claimsOf(sentence: string, reader: Reader): Claim[] {
  return clausesOf(sentence).map(({ text, start: offset }) => {
    const values = valuesOf(text)
    const answer = LEADING_ANSWER.exec(text)?.[0].length ?? 0
    const shift = <Place extends { start: number; end: number }>(place: Place): Place => ({
      ...place,
      start: place.start + offset,
      end: place.end + offset,
    })
    const denied = negations(text).filter(({ start }) => start >= answer)
    return {
      sentence,
      text,
      values: values.map(shift),
      words: subjectWords(reader, text, values),
      negations: denied.map(shift),
    }
  })
}

/** One text is compared with many. */
const subjects = new WeakMap<ClaimingText, Subject>()

export function subjectOf(text: ClaimingText, reader: Reader): Subject {
  const known = subjects.get(text)
  if (known) return known
  const claims = text.sentences
    .filter((sentence) => !/[?？]\s*$/u.test(sentence) && sentence.length <= SENTENCE_MAX)
    .slice(0, SENTENCES)
    .flatMap((sentence) => claimsOf(sentence, reader))
  const named = text.kind === 'faq' ? [text.question] : [text.question, ...text.alternatives]
  const asked = eachOnce(named.flatMap((title) => subjectWords(reader, title, valuesOf(title))))
  const read = { text, asked, claims }
  subjects.set(text, read)
  return read
}

/** Forms of one word share most of their letters; "month" and "monthlong" do not. */
function areForms(left: string, right: string): boolean {
  let shared = SAME_BEGINNING
  while (shared < left.length && left[shared] === right[shared]) shared++
  return shared > SHARED_LETTERS * Math.max(left.length, right.length)
}

function alike(a: SubjectWord, b: SubjectWord, reader: Reader): boolean {
  if (a.mayBeOpposed && b.mayBeOpposed && areOpposites(a.word, b.word)) return false
  if (a.term === b.term || a.word === b.word) return true
  if (a.concept || b.concept) return a.concept === b.concept
  return (
    (a.beginning !== null && a.beginning === b.beginning && areForms(a.word, b.word)) || reader.near(a.word).has(b.term)
  )
}

/** The words that have no equivalent among others. */
export const without = (words: readonly SubjectWord[], among: readonly SubjectWord[], reader: Reader): SubjectWord[] =>
  words.filter((word) => !among.some((other) => alike(word, other, reader) || alike(other, word, reader)))

/** The number of different things that words name. */
export const countMeanings = (words: readonly SubjectWord[]): number =>
  new Set(words.map(({ concept, term }) => concept ?? term)).size

export const quote = ({ sentence }: Claim, ...marks: { start: number; end: number }[]): Quote => ({
  text: sentence,
  marks: marks.map(({ start, end }) => [start, end]),
})

/** A FAQ's question defines the subject of its answer; a title only adds words, unless it narrows the subject. */
export const spokenOf = ({ text, asked }: Subject, { words }: Claim): SubjectWord[] =>
  eachOnce([...words, ...(text.kind === 'faq' ? asked : asked.filter(({ word }) => NARROWING.has(word)))])

export const narrows = (words: readonly SubjectWord[]) => words.some(({ word }) => NARROWING.has(word))
