import { type ClaimedValue, claimedValues, sameValue } from '../../../kernel/claimed-values.ts'
import { areOpposites, conditionsOf, mayBeOpposed, negations } from '../../../kernel/polarity.ts'
import {
  asksForContact,
  asksForValue,
  boundOf,
  COUNTED_FROM,
  NARROWING,
  NEUTRAL,
  senseOfTime,
  yesOrNo,
} from './language-cues.ts'

/** A word as a language's reader sees it. */
export interface ReadWord {
  word: string
  /** Its stem. */
  term: string
  /** A word of grammar, or one that only asks. */
  stop: boolean
}

/** Language-specific data of the rule. */
export interface Reader {
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

/** A sentence with the range, in characters, that differs from the other text. */
export interface Quote {
  text: string
  marks: [number, number][]
}

/** `value`: a figure, a time or a date; `contact`: an address or a number; `negation`; `opposite`; `answer`: yes and no. */
export type DifferenceKind = 'value' | 'contact' | 'negation' | 'opposite' | 'answer'
export interface Difference {
  kind: DifferenceKind
  a: Quote
  b: Quote
}

interface Claim {
  sentence: string
  values: ClaimedValue[]
  words: ReadWord[]
  negations: { start: number; end: number }[]
}

interface Subject {
  text: ClaimingText
  /** The words of what is asked; of a passage: of its title. */
  asked: ReadWord[]
  claims: Claim[]
}

const SENTENCES = 12
const SENTENCE_MAX = 400
const SAME_BEGINNING = 5
const CONTACTS = new Set(['email', 'phone', 'link'])

const eachOnce = (words: readonly ReadWord[]): ReadWord[] => [...new Map(words.map((one) => [one.word, one])).values()]

/** Names what is spoken about: no grammar, no figures, nothing that says nothing. */
function telling(reader: Reader, text: string, values: readonly ClaimedValue[] = []): ReadWord[] {
  let plain = text
  // Counted nouns belong to the subject; other units do not.
  for (const { start, end } of values.filter(({ kind }) => !kind.startsWith('count:')))
    plain = plain.slice(0, start) + ' '.repeat(end - start) + plain.slice(end)
  plain = plain.replace(COUNTED_FROM, ' ')
  const words = reader.words(plain).filter(({ word, stop }) => {
    if (mayBeOpposed(word) || NARROWING.has(word)) return true
    return !stop && !NEUTRAL.has(word) && !/^\p{N}+$/u.test(word) && negations(word).length === 0
  })
  return eachOnce(words)
}

/** One text is compared with many. */
const subjects = new WeakMap<ClaimingText, Subject>()

function subjectOf(text: ClaimingText, reader: Reader): Subject {
  const known = subjects.get(text)
  if (known) return known
  const read = readSubject(text, reader)
  subjects.set(text, read)
  return read
}

function readSubject(text: ClaimingText, reader: Reader): Subject {
  const claims = text.sentences
    .filter((sentence) => !/[?？]\s*$/u.test(sentence) && sentence.length <= SENTENCE_MAX)
    .slice(0, SENTENCES)
    .map((sentence) => {
      const values = claimedValues(sentence)
      return { sentence, values, words: telling(reader, sentence, values), negations: negations(sentence) }
    })
  const named = text.kind === 'faq' ? [text.question] : [text.question, ...text.alternatives]
  return { text, asked: eachOnce(named.flatMap((title) => telling(reader, title, claimedValues(title)))), claims }
}

const alike = (a: ReadWord, b: ReadWord, reader: Reader): boolean => {
  if (areOpposites(a.word, b.word)) return false
  if (a.term === b.term || a.word === b.word) return true
  if (a.word.length >= SAME_BEGINNING && a.word.slice(0, SAME_BEGINNING) === b.word.slice(0, SAME_BEGINNING))
    return true
  return reader.near(a.word).has(b.term)
}
const without = (words: readonly ReadWord[], among: readonly ReadWord[], reader: Reader): ReadWord[] =>
  words.filter((word) => !among.some((other) => alike(word, other, reader) || alike(other, word, reader)))

interface Compared {
  a: Claim
  b: Claim
  /** Words of each sentence without an equivalent in the other. */
  onlyA: ReadWord[]
  onlyB: ReadWord[]
  shared: number
  sameQuestion: boolean
}

/** A FAQ's question defines the subject of its answer; a title only adds words, unless it narrows the subject. */
const spokenOf = ({ text, asked }: Subject, { words }: Claim): ReadWord[] =>
  eachOnce([...words, ...(text.kind === 'faq' ? asked : asked.filter(({ word }) => NARROWING.has(word)))])

function compare(
  one: Subject,
  other: Subject,
  a: Claim,
  b: Claim,
  options: { sameQuestion: boolean; reader: Reader },
): Compared {
  const ofA = spokenOf(one, a)
  const onlyA = without(ofA, [...b.words, ...other.asked], options.reader)
  const onlyB = without(spokenOf(other, b), [...a.words, ...one.asked], options.reader)
  const terms = (words: readonly ReadWord[]) => new Set(words.map(({ term }) => term)).size
  return { a, b, onlyA, onlyB, shared: terms(ofA) - terms(onlyA), sameQuestion: options.sameQuestion }
}

const quote = ({ sentence }: Claim, ...marks: { start: number; end: number }[]): Quote => ({
  text: sentence,
  marks: marks.map(({ start, end }) => [start, end]),
})

const narrows = (words: readonly ReadWord[]) => words.some(({ word }) => NARROWING.has(word))

/** The one kind of value in which two claims differ; null where they agree, or where more than one thing differs. */
function differingValue(left: Claim, right: Claim): { a: ClaimedValue; b: ClaimedValue } | null {
  const kinds = new Set([...left.values, ...right.values].map(({ kind }) => kind))
  let difference: { a: ClaimedValue; b: ClaimedValue } | null = null
  for (const kind of kinds) {
    const [ofA, ofB] = [left, right].map(({ values }) => values.filter((value) => value.kind === kind)) as [
      ClaimedValue[],
      ClaimedValue[],
    ]
    const agree = ofA.length === ofB.length && ofA.every((value) => ofB.some((other) => sameValue(value, other)))
    if (agree) continue
    const [valueA, ...moreA] = ofA
    const [valueB, ...moreB] = ofB
    // Several values of a kind, or one that only one of them has, are circumstances.
    if (!valueA || !valueB || moreA.length > 0 || moreB.length > 0 || kind === 'number' || difference) return null
    difference = { a: valueA, b: valueB }
  }
  return difference
}

function byValue({ a, b, onlyA, onlyB, shared, sameQuestion }: Compared, asked: string): Difference | null {
  const differing = differingValue(a, b)
  if (!differing || a.negations.length !== b.negations.length) return null
  const contact = CONTACTS.has(differing.a.kind)
  const kind = contact ? 'contact' : 'value'
  const bounds = [boundOf(a.sentence), boundOf(b.sentence)]
  if (bounds.includes('least') && bounds.includes('most')) return null
  const times = [senseOfTime(a.sentence), senseOfTime(b.sentence)]
  const duration = differing.a.kind.startsWith('duration')
  if (duration && times.includes('takes') && times.includes('allows')) return null
  if (conditionsOf(a.sentence.replace(COUNTED_FROM, '')) !== conditionsOf(b.sentence.replace(COUNTED_FROM, '')))
    return null
  const found = { kind, a: quote(a, differing.a), b: quote(b, differing.b) } as const
  const answersTheSame = sameQuestion && (contact ? asksForContact(asked) : asksForValue(asked))
  // Answers to one question that wants a figure: one of them may say more, but not for some only.
  if (answersTheSame && !(onlyA.length > 0 && onlyB.length > 0) && onlyA.length + onlyB.length <= 3)
    return narrows([...onlyA, ...onlyB]) ? null : found
  if (onlyA.length > 0 || onlyB.length > 0) return null
  const sameTime = duration && times[0] !== null && times[0] === times[1]
  return shared >= 2 || (shared === 1 && (sameQuestion || sameTime)) ? found : null
}

const wordAt = (sentence: string, word: string) => {
  const start = sentence.toLowerCase().indexOf(word)
  return start < 0 ? [] : [{ start, end: start + word.length }]
}

function byWords({ a, b, onlyA, onlyB, shared, sameQuestion }: Compared): Difference | null {
  if (conditionsOf(a.sentence) !== conditionsOf(b.sentence)) return null
  const sameValues =
    a.values.length === b.values.length &&
    a.values.every((value) => b.values.some((v) => v.kind === value.kind && sameValue(value, v)))
  if (!sameValues) return null
  const differs = a.negations.length % 2 !== b.negations.length % 2
  if (onlyA.length === 0 && onlyB.length === 0)
    return differs && shared >= 2
      ? { kind: 'negation', a: quote(a, ...a.negations), b: quote(b, ...b.negations) }
      : null
  const [wordA, ...moreA] = onlyA
  const [wordB, ...moreB] = onlyB
  if (!wordA || !wordB || moreA.length > 0 || moreB.length > 0 || differs) return null
  if (!areOpposites(wordA.word, wordB.word) || shared < (sameQuestion ? 1 : 2)) return null
  return {
    kind: 'opposite',
    a: quote(a, ...wordAt(a.sentence, wordA.word)),
    b: quote(b, ...wordAt(b.sentence, wordB.word)),
  }
}

const opposedWords = ({ words }: Claim) => words.filter(({ word }) => mayBeOpposed(word))

/** Fast path: most sentences have no differing value, which is checked before their words are compared. */
const mayDiffer = (left: Claim, right: Claim): boolean =>
  left.negations.length % 2 !== right.negations.length % 2 ||
  differingValue(left, right) !== null ||
  opposedWords(left).some(({ word }) => opposedWords(right).some((other) => areOpposites(word, other.word)))

/** A yes and a no to the same question. */
function byAnswer(left: ClaimingText, right: ClaimingText): Difference | null {
  const [first, second] = [left.sentences[0], right.sentences[0]]
  const [said, other] = [yesOrNo(first ?? ''), yesOrNo(second ?? '')]
  if (!first || !second || !said || !other || said === other) return null
  const begin = (text: string): Quote => ({ text, marks: [[0, /^\s*\p{L}+/u.exec(text)?.[0].length ?? 0]] })
  return { kind: 'answer', a: begin(first), b: begin(second) }
}

/**
 * Returns the contradiction between two texts, or null. Prefers missing one over reporting texts that only differ in
 * wording or circumstances. Every content word of one sentence must occur in the other or in the question it answers,
 * and exactly one thing may differ.
 */
export function contradictionBetween(one: ClaimingText, other: ClaimingText, reader: Reader): Difference | null {
  const sameQuestion =
    one.kind === 'faq' &&
    other.kind === 'faq' &&
    [one.question, ...one.alternatives].some((query) =>
      [other.question, ...other.alternatives].some((p) => reader.sameQuestion(query, p)),
    )
  if (sameQuestion) {
    const answers = byAnswer(one, other)
    if (answers) return answers
  }
  const [a, b] = [subjectOf(one, reader), subjectOf(other, reader)]
  for (const claim of a.claims)
    for (const counter of b.claims) {
      if (!mayDiffer(claim, counter)) continue
      const compared = compare(a, b, claim, counter, { sameQuestion, reader })
      const found = byValue(compared, `${one.question} ${other.question}`) ?? byWords(compared)
      if (found) return found
    }
  return null
}
