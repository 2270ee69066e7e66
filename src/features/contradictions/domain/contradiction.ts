import { sameValue } from '../../../kernel/claimed-values.ts'
import { areOpposites, conditionsOf, mayBeOpposed } from '../../../kernel/polarity.ts'
import { differingValue, isVersion, sizesOf, valuesOf } from './claim-values.ts'
import {
  type Claim,
  type ClaimingText,
  countMeanings,
  type Difference,
  narrows,
  quote,
  type Reader,
  type Subject,
  type SubjectWord,
  spokenOf,
  subjectOf,
  without,
} from './claims.ts'
import { besideValue, modeOf, statesVersion } from './concepts.ts'
import { folded } from './folding.ts'
import {
  asksForContact,
  asksForValue,
  boundOf,
  COUNTED_FROM,
  hasCircumstance,
  isNarrowedBy,
  senseOfTime,
} from './language-cues.ts'
import { asksTheSame, byAnswer, byStatement } from './yes-no.ts'

export type { ClaimingText, Difference, Quote, Reader } from './claims.ts'

const NEEDS_ONE_WORD = /^(?:money:|time$|hours$|date$)/u
const ARTICLES =
  /(?<!\p{L})(?:the|an?|your|our|my|der|die|das|dem|den|des|eine?[mnrs]?|ihre?[mnrs]?|unsere?[mnrs]?)\s/giu
const AFTER_A_SPAN =
  /(?<!\p{L})(?:only after|after|erst nach|nach)(?=\s(?:about |etwa )?(?:\d|\p{L}+ (?:day|week|month|year|tag|woche|monat|jahr)))/giu
const CONTACTS = new Set(['email', 'phone', 'link'])
/** More words without an equivalent than this speak of something else. */
const MAX_UNMATCHED = 4

interface Compared {
  one: Subject
  other: Subject
  a: Claim
  b: Claim
  /** Words of each sentence without an equivalent in the other. */
  onlyA: SubjectWord[]
  onlyB: SubjectWord[]
  shared: number
  sameQuestion: boolean
  reader: Reader
}

function compare(
  [one, a]: [Subject, Claim],
  [other, b]: [Subject, Claim],
  options: { sameQuestion: boolean; reader: Reader },
): Compared {
  const ofA = spokenOf(one, a)
  const onlyA = without(ofA, [...b.words, ...other.asked], options.reader)
  const onlyB = without(spokenOf(other, b), [...a.words, ...one.asked], options.reader)
  return { one, other, a, b, onlyA, onlyB, shared: countMeanings(ofA) - countMeanings(onlyA), ...options }
}

/** A claim with its question, in which words that are left can be looked up. */
const contextOf = ({ text }: Subject, claim: Claim): string =>
  text.kind === 'faq' ? `${text.question} ${claim.text}` : claim.text

/**
 * Words of a claim that the other text has nowhere near a value of this kind. A text with prices of several things
 * names each of them beside its own.
 */
function unmatched(words: readonly SubjectWord[], { claims }: Subject, kind: string, reader: Reader): SubjectWord[] {
  const beside = claims.filter(({ values }) => values.every((value) => value.kind !== kind)).flatMap((one) => one.words)
  return without(words, beside, reader)
}

/** Two claims that put different words at the same place, as in "the lid costs" and "the filter costs". */
function areParallel(
  left: string,
  right: string,
  onlyA: readonly SubjectWord[],
  onlyB: readonly SubjectWord[],
): boolean {
  const wordsOf = (text: string) => folded(text.replace(ARTICLES, '')).match(/[\p{L}\p{N}]+/gu) ?? []
  const neighbors = (text: string, among: readonly SubjectWord[]) => {
    const words = wordsOf(text)
    return words.flatMap((word, index) =>
      among.some((one) => one.word === word)
        ? [`${words[index - 1] ?? '^'} _`, ...(words[index + 1] ? [`_ ${words[index + 1]}`] : [])]
        : [],
    )
  }
  const ofA = new Set(neighbors(left, onlyA))
  return neighbors(right, onlyB).some((place) => ofA.has(place))
}

/** Returns true for a passage whose title has another word where the question has one: "contact sales", "contact the press". */
function isTitledApart(
  passage: Subject,
  claim: Claim,
  faq: Subject,
  rest: readonly SubjectWord[],
  reader: Reader,
): boolean {
  if (passage.text.kind !== 'passage' || !passage.text.question.includes('?')) return false
  const titled = without(passage.asked, [...faq.asked, ...faq.claims.flatMap(({ words }) => words)], reader)
  return rest.length > 0 && areParallel(`${passage.text.question} ${claim.text}`, faq.text.question, titled, rest)
}

/** Returns true when a word that only one claim has limits it: "for children". */
function isNarrowed(
  { one, other, a, b }: Compared,
  onlyA: readonly SubjectWord[],
  onlyB: readonly SubjectWord[],
): boolean {
  const [left, right] = [contextOf(one, a), contextOf(other, b)]
  return onlyA.some(({ word }) => isNarrowedBy(left, word)) || onlyB.some(({ word }) => isNarrowedBy(right, word))
}

/** Returns true when both claims speak of the same thing, though not in the same words. */
function areAboutTheSame(compared: Compared, kind: string, options: { fewWords: boolean }): boolean {
  const { one, other, a, b, onlyA, onlyB, shared, reader } = compared
  const [ownA, ownB] = [onlyA, onlyB].map((words) => words.filter(({ word }) => !besideValue(kind).has(word)))
  if (!ownA || !ownB || shared === 0 || narrows([...ownA, ...ownB])) return false
  // One word is enough where it is all that is priced or timed: "Day pass £10", "Check-in is at 3 pm".
  if (ownA.length + ownB.length === 0) return shared >= 2 || options.fewWords || NEEDS_ONE_WORD.test(kind)
  const [restA, restB] = [unmatched(ownA, other, kind, reader), unmatched(ownB, one, kind, reader)]
  const found = countMeanings(ownA) - countMeanings(restA) + countMeanings(ownB) - countMeanings(restB)
  if (shared + found < 2 || restA.length + restB.length > MAX_UNMATCHED) return false
  if (isTitledApart(one, a, other, restB, reader) || isTitledApart(other, b, one, restA, reader)) return false
  if (isNarrowed(compared, restA, restB)) return false
  if (restA.length === 0 || restB.length === 0) return true
  // A warranty and a return are two things, even where all else is the same.
  if ([restA, restB].every((words) => words.some(({ concept }) => concept))) return false
  return !areParallel(contextOf(one, a), contextOf(other, b), restA, restB)
}

/** Returns true when a text states the other's value elsewhere, or states one of this kind that fits it better. */
function hasBetterCounterpart({ one, other, a, b, reader }: Compared, kind: string): boolean {
  const isBetter = (subject: Subject, own: Claim, counter: Claim, asked: readonly SubjectWord[]) => {
    const fit = (claim: Claim) =>
      countMeanings(claim.words) - countMeanings(without(claim.words, [...counter.words, ...asked], reader))
    return subject.claims.some((claim) => {
      if (claim === own || !claim.values.some((value) => value.kind === kind)) return false
      return fit(claim) > fit(own) || (fit(claim) === fit(own) && differingValue(claim.values, counter.values) === null)
    })
  }
  return isBetter(one, a, b, other.asked) || isBetter(other, b, a, one.asked)
}

/** The conditions of a claim; "after 30 days" is a time span, and so is "after delivery". */
function conditionsBeside({ text }: Claim, isDuration: boolean): string {
  const plain = text.replace(COUNTED_FROM, '')
  return conditionsOf(isDuration ? plain.replace(AFTER_A_SPAN, '') : plain)
}

function byValue(compared: Compared, asked: string): Difference | null {
  const { one, other, a, b, onlyA, onlyB, sameQuestion } = compared
  const differing = differingValue(a.values, b.values)
  if (!differing || a.negations.length !== b.negations.length) return null
  if (isVersion(differing.a) && !(statesVersion(contextOf(one, a)) && statesVersion(contextOf(other, b)))) return null
  if (hasBetterCounterpart(compared, differing.a.kind)) return null
  const contact = CONTACTS.has(differing.a.kind)
  const kind = contact ? 'contact' : 'value'
  const bounds = [boundOf(a.text), boundOf(b.text)]
  if (bounds.includes('least') && bounds.includes('most')) return null
  const times = [senseOfTime(a.text), senseOfTime(b.text)]
  const duration = differing.a.kind.startsWith('duration')
  if (duration && times.includes('takes') && times.includes('allows')) return null
  if (conditionsBeside(a, duration) !== conditionsBeside(b, duration)) return null
  const found = { kind, a: quote(a, differing.a), b: quote(b, differing.b) } as const
  const answersTheSame = sameQuestion && (contact ? asksForContact(asked) : asksForValue(asked))
  // Answers to one question that wants a figure: one of them may say more, but not for some only.
  if (answersTheSame && !(onlyA.length > 0 && onlyB.length > 0) && onlyA.length + onlyB.length <= 3)
    return narrows([...onlyA, ...onlyB]) || isNarrowed(compared, onlyA, onlyB) ? null : found
  const sameTime = duration && times[0] !== null && times[0] === times[1]
  return areAboutTheSame(compared, differing.a.kind, { fewWords: sameQuestion || sameTime }) ? found : null
}

const wordAt = (sentence: string, word: string) => {
  const start = folded(sentence).indexOf(word)
  return start < 0 ? [] : [{ start, end: start + word.length }]
}

/** A claim that denies without exception contradicts every claim that something of it holds. */
function deniesAll({ one, other, a, b, onlyA, onlyB, shared }: Compared): boolean {
  const isDeniedByA = a.negations.length % 2 === 1
  const [restOfDenial, rest] = isDeniedByA ? [onlyA, onlyB] : [onlyB, onlyA]
  if (shared < 2 || restOfDenial.length > 0 || rest.length > MAX_UNMATCHED - 1 || narrows(rest)) return false
  if ((modeOf(a.text) === 'needed') !== (modeOf(b.text) === 'needed')) return false
  const context = isDeniedByA ? contextOf(other, b) : contextOf(one, a)
  return !rest.some(({ word }) => isNarrowedBy(context, word))
}

function byWords(compared: Compared): Difference | null {
  const { a, b, onlyA, onlyB, shared, sameQuestion } = compared
  if (conditionsOf(a.text) !== conditionsOf(b.text) || hasCircumstance(a.text) || hasCircumstance(b.text)) return null
  const sameValues =
    a.values.length === b.values.length &&
    a.values.every((value) => b.values.some((v) => v.kind === value.kind && sameValue(value, v)))
  if (!sameValues) return null
  if (a.negations.length % 2 !== b.negations.length % 2)
    return deniesAll(compared) ? { kind: 'negation', a: quote(a, ...a.negations), b: quote(b, ...b.negations) } : null
  const [wordA, ...moreA] = onlyA
  const [wordB, ...moreB] = onlyB
  if (!wordA || !wordB || moreA.length > 0 || moreB.length > 0) return null
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
  differingValue(left.values, right.values) !== null ||
  opposedWords(left).some(({ word }) => opposedWords(right).some((other) => areOpposites(word, other.word)))

/** Sizes and numbers by which two texts say what they are about: "size M" and "size L", "Foliant 6" and "Foliant 7". */
function areNamedApart(one: ClaimingText, other: ClaimingText): boolean {
  const namesOf = ({ question }: ClaimingText) => [
    ...valuesOf(question).filter((value) => isVersion(value) || value.kind === 'number'),
    ...sizesOf(question),
  ]
  const [names, others] = [namesOf(one), namesOf(other)]
  return names.some((name) => others.some(({ kind, value }) => kind === name.kind && value !== name.value))
}

/**
 * Returns the contradiction between two texts, or null. Prefers missing one over reporting texts that only differ in
 * wording or circumstances: exactly one thing may differ, and words that only one of them has must not narrow it.
 */
export function contradictionBetween(one: ClaimingText, other: ClaimingText, reader: Reader): Difference | null {
  const sameQuestion =
    one.kind === 'faq' &&
    other.kind === 'faq' &&
    [one.question, ...one.alternatives].some((query) =>
      [other.question, ...other.alternatives].some((p) => reader.sameQuestion(query, p)),
    )
  const [a, b] = [subjectOf(one, reader), subjectOf(other, reader)]
  if (reader.comparesStatements && (sameQuestion || asksTheSame(a, b, reader))) {
    const answers = byAnswer(one, other)
    if (answers) return answers
  }
  if (areNamedApart(one, other)) return null
  for (const claim of a.claims)
    for (const counter of b.claims) {
      if (!mayDiffer(claim, counter)) continue
      const compared = compare([a, claim], [b, counter], { sameQuestion, reader })
      const found =
        byValue(compared, `${one.question} ${other.question}`) ?? (reader.comparesStatements ? byWords(compared) : null)
      if (found) return found
    }
  if (!reader.comparesStatements) return null
  const stated = byStatement(a, b, reader)
  if (stated) return { kind: 'answer', a: stated.answer, b: stated.statement }
  const saidByOther = byStatement(b, a, reader)
  return saidByOther && { kind: 'answer', a: saidByOther.statement, b: saidByOther.answer }
}
