import type { ClaimedValue } from '../../../kernel/claimed-values.ts'
import { areOpposites, mayBeOpposed, negations } from '../../../kernel/polarity.ts'
import { isVersion, sentenceValues, statedClauses } from './claim-values.ts'
import { findConcept, replaceExpressions } from './concepts.ts'
import { COUNTED_FROM, NARROWING_WORDS, NEUTRAL_WORDS } from './language-cues.ts'

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
export interface ClaimReader {
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

export interface TextSubject {
  text: ClaimingText
  /** The words of what is asked; of a passage: of its title. */
  asked: SubjectWord[]
  claims: Claim[]
}

const MAX_SENTENCES = 12
const MAX_SENTENCE_LENGTH = 400
const BEGINNING_LENGTH = 5
/** Share of the longer word that two forms of one word have in common. */
const MIN_SHARED_SHARE = 0.57
/** "No, gift cards are not refundable" says no once. */
const LEADING_ANSWER = /^\s*(?:yes|no|ja|nein|oui|non|sí)\s*[,.!;:–—-]\s*/iu

const distinctWords = (namedWords: readonly SubjectWord[]): SubjectWord[] => [
  ...new Map(namedWords.map((subjectWord) => [subjectWord.word, subjectWord])).values(),
]

/** Names what is spoken about: no grammar, no figures, nothing that says nothing. */
function subjectWords(reader: ClaimReader, text: string, statedValues: readonly ClaimedValue[] = []): SubjectWord[] {
  let plainText = text
  // Counted nouns and the names of versions belong to the subject; other units do not.
  for (const { kind, start, end } of statedValues)
    if (!kind.startsWith('count:') && !isVersion({ kind } as ClaimedValue))
      plainText = plainText.slice(0, start) + ' '.repeat(end - start) + plainText.slice(end)
  plainText = replaceExpressions(plainText.replace(COUNTED_FROM, ' '))
  const namingWords = reader.words(plainText).filter(({ word, stop }) => {
    if (mayBeOpposed(word) || NARROWING_WORDS.has(word)) return true
    return !stop && !NEUTRAL_WORDS.has(word) && !/^[\p{N}.]+$/u.test(word) && negations(word).length === 0
  })
  return distinctWords(
    namingWords.map(({ word, term, stop }) => ({
      ...{ word, term, stop, concept: findConcept(word), mayBeOpposed: mayBeOpposed(word) },
      beginning: word.length >= BEGINNING_LENGTH ? word.slice(0, BEGINNING_LENGTH) : null,
    })),
  )
}

function sentenceClaims(sentence: string, reader: ClaimReader): Claim[] {
  return statedClauses(sentence).map(({ text, start: offset }) => {
    const statedValues = sentenceValues(text)
    const answerLength = LEADING_ANSWER.exec(text)?.[0].length ?? 0
    const toSentenceRange = <Place extends { start: number; end: number }>(claimRange: Place): Place => ({
      ...claimRange,
      start: claimRange.start + offset,
      end: claimRange.end + offset,
    })
    const claimNegations = negations(text).filter(({ start }) => start >= answerLength)
    return {
      sentence,
      text,
      values: statedValues.map(toSentenceRange),
      words: subjectWords(reader, text, statedValues),
      negations: claimNegations.map(toSentenceRange),
    }
  })
}

/** One text is compared with many. */
const subjectsByText = new WeakMap<ClaimingText, TextSubject>()

export function readSubject(text: ClaimingText, reader: ClaimReader): TextSubject {
  const cachedSubject = subjectsByText.get(text)
  if (cachedSubject) return cachedSubject
  const textClaims = text.sentences
    .filter((sentence) => !/[?？]\s*$/u.test(sentence) && sentence.length <= MAX_SENTENCE_LENGTH)
    .slice(0, MAX_SENTENCES)
    .flatMap((sentence) => sentenceClaims(sentence, reader))
  const subjectTitles = text.kind === 'faq' ? [text.question] : [text.question, ...text.alternatives]
  const askedWords = distinctWords(subjectTitles.flatMap((title) => subjectWords(reader, title, sentenceValues(title))))
  const subject = { text, asked: askedWords, claims: textClaims }
  subjectsByText.set(text, subject)
  return subject
}

/** Forms of one word share most of their letters; "month" and "monthlong" do not. */
function areWordForms(leftWord: string, rightWord: string): boolean {
  let sharedLetters = BEGINNING_LENGTH
  while (sharedLetters < leftWord.length && leftWord[sharedLetters] === rightWord[sharedLetters]) sharedLetters++
  return sharedLetters > MIN_SHARED_SHARE * Math.max(leftWord.length, rightWord.length)
}

function haveSameMeaning(leftWord: SubjectWord, rightWord: SubjectWord, reader: ClaimReader): boolean {
  if (leftWord.mayBeOpposed && rightWord.mayBeOpposed && areOpposites(leftWord.word, rightWord.word)) return false
  if (leftWord.term === rightWord.term || leftWord.word === rightWord.word) return true
  if (leftWord.concept || rightWord.concept) return leftWord.concept === rightWord.concept
  return (
    (leftWord.beginning !== null &&
      leftWord.beginning === rightWord.beginning &&
      areWordForms(leftWord.word, rightWord.word)) ||
    reader.near(leftWord.word).has(rightWord.term)
  )
}

/** The words that have no equivalent among others. */
export const wordsWithout = (
  ownWords: readonly SubjectWord[],
  otherWords: readonly SubjectWord[],
  reader: ClaimReader,
): SubjectWord[] =>
  ownWords.filter(
    (word) => !otherWords.some((other) => haveSameMeaning(word, other, reader) || haveSameMeaning(other, word, reader)),
  )

/** The number of different things that words name. */
export const countMeanings = (namedWords: readonly SubjectWord[]): number =>
  new Set(namedWords.map(({ concept, term }) => concept ?? term)).size

export const quoteClaim = ({ sentence }: Claim, ...markedRanges: { start: number; end: number }[]): Quote => ({
  text: sentence,
  marks: markedRanges.map(({ start, end }) => [start, end]),
})

/** A FAQ's question defines the subject of its answer; a title only adds words, unless it narrows the subject. */
export const wordsSpokenOf = ({ text, asked }: TextSubject, { words }: Claim): SubjectWord[] =>
  distinctWords([...words, ...(text.kind === 'faq' ? asked : asked.filter(({ word }) => NARROWING_WORDS.has(word)))])

export const hasNarrowingWord = (namedWords: readonly SubjectWord[]) =>
  namedWords.some(({ word }) => NARROWING_WORDS.has(word))
