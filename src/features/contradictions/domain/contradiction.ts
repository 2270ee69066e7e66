import { sameValue } from '../../../kernel/claimed-values.ts'
import { areOpposites, conditionsOf, mayBeOpposed } from '../../../kernel/polarity.ts'
import { differingValue, goodsSizes, isVersion, sentenceValues } from './claim-values.ts'
import {
  type Claim,
  type ClaimingText,
  type ClaimReader,
  countMeanings,
  type Difference,
  hasNarrowingWord,
  quoteClaim,
  readSubject,
  type SubjectWord,
  type TextSubject,
  wordsSpokenOf,
  wordsWithout,
} from './claims.ts'
import { sentenceMode, statesVersion, wordsBesideValue } from './concepts.ts'
import { foldText } from './folding.ts'
import {
  asksForContact,
  asksForValue,
  COUNTED_FROM,
  hasCircumstance,
  isNarrowedBy,
  senseOfTime,
  statedBound,
} from './language-cues.ts'
import { asksTheSameThing, contradictedAnswer, oppositeAnswers } from './yes-no.ts'

export type { ClaimingText, ClaimReader, Difference, Quote } from './claims.ts'

const NEEDS_ONE_WORD = /^(?:money:|time$|hours$|date$)/u
const LEADING_ARTICLES =
  /(?<!\p{L})(?:the|an?|your|our|my|der|die|das|dem|den|des|eine?[mnrs]?|ihre?[mnrs]?|unsere?[mnrs]?)\s/giu
const AFTER_A_SPAN =
  /(?<!\p{L})(?:only after|after|erst nach|nach)(?=\s(?:about |etwa )?(?:\d|\p{L}+ (?:day|week|month|year|tag|woche|monat|jahr)))/giu
const CONTACT_KINDS = new Set(['email', 'phone', 'link'])
/** More words without an equivalent than this speak of something else. */
const MAX_UNMATCHED = 4

interface ComparedClaims {
  one: TextSubject
  other: TextSubject
  a: Claim
  b: Claim
  /** Words of each sentence without an equivalent in the other. */
  onlyA: SubjectWord[]
  onlyB: SubjectWord[]
  shared: number
  sameQuestion: boolean
  reader: ClaimReader
}

function compareClaims(
  [one, a]: [TextSubject, Claim],
  [other, b]: [TextSubject, Claim],
  options: { sameQuestion: boolean; reader: ClaimReader },
): ComparedClaims {
  const subjectWordsA = wordsSpokenOf(one, a)
  const onlyA = wordsWithout(subjectWordsA, [...b.words, ...other.asked], options.reader)
  const onlyB = wordsWithout(wordsSpokenOf(other, b), [...a.words, ...one.asked], options.reader)
  return { one, other, a, b, onlyA, onlyB, shared: countMeanings(subjectWordsA) - countMeanings(onlyA), ...options }
}

/** A claim with its question, in which words that are left can be looked up. */
const claimContext = ({ text }: TextSubject, claim: Claim): string =>
  text.kind === 'faq' ? `${text.question} ${claim.text}` : claim.text

/**
 * Words of a claim that the other text has nowhere near a value of this kind. A text with prices of several things
 * names each of them beside its own.
 */
function wordsMissingIn(
  claimWords: readonly SubjectWord[],
  { claims }: TextSubject,
  valueKind: string,
  reader: ClaimReader,
): SubjectWord[] {
  const wordsBeside = claims
    .filter(({ values }) => values.every((value) => value.kind !== valueKind))
    .flatMap((claim) => claim.words)
  return wordsWithout(claimWords, wordsBeside, reader)
}

/** Two claims that put different words at the same place, as in "the lid costs" and "the filter costs". */
function areParallel(
  leftText: string,
  rightText: string,
  unmatchedA: readonly SubjectWord[],
  unmatchedB: readonly SubjectWord[],
): boolean {
  const plainWords = (text: string) => foldText(text.replace(LEADING_ARTICLES, '')).match(/[\p{L}\p{N}]+/gu) ?? []
  const neighbors = (text: string, differingWords: readonly SubjectWord[]) => {
    const textWords = plainWords(text)
    return textWords.flatMap((word, index) =>
      differingWords.some((differing) => differing.word === word)
        ? [`${textWords[index - 1] ?? '^'} _`, ...(textWords[index + 1] ? [`_ ${textWords[index + 1]}`] : [])]
        : [],
    )
  }
  const leftNeighbors = new Set(neighbors(leftText, unmatchedA))
  return neighbors(rightText, unmatchedB).some((neighbor) => leftNeighbors.has(neighbor))
}

/** Returns true for a passage whose title has another word where the question has one: "contact sales", "contact the press". */
function isTitledApart(
  passage: TextSubject,
  claim: Claim,
  faq: TextSubject,
  unmatchedWords: readonly SubjectWord[],
  reader: ClaimReader,
): boolean {
  if (passage.text.kind !== 'passage' || !passage.text.question.includes('?')) return false
  const titleWords = wordsWithout(passage.asked, [...faq.asked, ...faq.claims.flatMap(({ words }) => words)], reader)
  return (
    unmatchedWords.length > 0 &&
    areParallel(`${passage.text.question} ${claim.text}`, faq.text.question, titleWords, unmatchedWords)
  )
}

/** Returns true when a word that only one claim has limits it: "for children". */
function isNarrowed(
  { one, other, a, b }: ComparedClaims,
  unmatchedA: readonly SubjectWord[],
  unmatchedB: readonly SubjectWord[],
): boolean {
  const [left, right] = [claimContext(one, a), claimContext(other, b)]
  return (
    unmatchedA.some(({ word }) => isNarrowedBy(left, word)) || unmatchedB.some(({ word }) => isNarrowedBy(right, word))
  )
}

/** Returns true when both claims speak of the same thing, though not in the same words. */
function areAboutTheSame(compared: ComparedClaims, valueKind: string, options: { fewWords: boolean }): boolean {
  const { one, other, a, b, onlyA, onlyB, shared, reader } = compared
  const [ownA, ownB] = [onlyA, onlyB].map((words) => words.filter(({ word }) => !wordsBesideValue(valueKind).has(word)))
  if (!ownA || !ownB || shared === 0 || hasNarrowingWord([...ownA, ...ownB])) return false
  // One word is enough where it is all that is priced or timed: "Day pass £10", "Check-in is at 3 pm".
  if (ownA.length + ownB.length === 0) return shared >= 2 || options.fewWords || NEEDS_ONE_WORD.test(valueKind)
  const [restA, restB] = [wordsMissingIn(ownA, other, valueKind, reader), wordsMissingIn(ownB, one, valueKind, reader)]
  const matchedCount = countMeanings(ownA) - countMeanings(restA) + countMeanings(ownB) - countMeanings(restB)
  if (shared + matchedCount < 2 || restA.length + restB.length > MAX_UNMATCHED) return false
  if (isTitledApart(one, a, other, restB, reader) || isTitledApart(other, b, one, restA, reader)) return false
  if (isNarrowed(compared, restA, restB)) return false
  if (restA.length === 0 || restB.length === 0) return true
  // A warranty and a return are two things, even where all else is the same.
  if ([restA, restB].every((words) => words.some(({ concept }) => concept))) return false
  return !areParallel(claimContext(one, a), claimContext(other, b), restA, restB)
}

/** Returns true when a text states the other's value elsewhere, or states one of this kind that fits it better. */
function hasBetterCounterpart({ one, other, a, b, reader }: ComparedClaims, valueKind: string): boolean {
  const hasBetterClaim = (
    subject: TextSubject,
    ownClaim: Claim,
    counterClaim: Claim,
    askedWords: readonly SubjectWord[],
  ) => {
    const fitOf = (claim: Claim) =>
      countMeanings(claim.words) -
      countMeanings(wordsWithout(claim.words, [...counterClaim.words, ...askedWords], reader))
    return subject.claims.some((claim) => {
      if (claim === ownClaim || !claim.values.some((value) => value.kind === valueKind)) return false
      return (
        fitOf(claim) > fitOf(ownClaim) ||
        (fitOf(claim) === fitOf(ownClaim) && differingValue(claim.values, counterClaim.values) === null)
      )
    })
  }
  return hasBetterClaim(one, a, b, other.asked) || hasBetterClaim(other, b, a, one.asked)
}

/** The conditions of a claim; "after 30 days" is a time span, and so is "after delivery". */
function conditionsBeside({ text }: Claim, isDuration: boolean): string {
  const plainText = text.replace(COUNTED_FROM, '')
  return conditionsOf(isDuration ? plainText.replace(AFTER_A_SPAN, '') : plainText)
}

function valueDifference(compared: ComparedClaims, bothQuestions: string): Difference | null {
  const { one, other, a, b, onlyA, onlyB, sameQuestion } = compared
  const differing = differingValue(a.values, b.values)
  if (!differing || a.negations.length !== b.negations.length) return null
  if (isVersion(differing.a) && !(statesVersion(claimContext(one, a)) && statesVersion(claimContext(other, b))))
    return null
  if (hasBetterCounterpart(compared, differing.a.kind)) return null
  const isContact = CONTACT_KINDS.has(differing.a.kind)
  const kind = isContact ? 'contact' : 'value'
  const bounds = [statedBound(a.text), statedBound(b.text)]
  if (bounds.includes('least') && bounds.includes('most')) return null
  const timeSenses = [senseOfTime(a.text), senseOfTime(b.text)]
  const isDuration = differing.a.kind.startsWith('duration')
  if (isDuration && timeSenses.includes('takes') && timeSenses.includes('allows')) return null
  if (conditionsBeside(a, isDuration) !== conditionsBeside(b, isDuration)) return null
  const difference = { kind, a: quoteClaim(a, differing.a), b: quoteClaim(b, differing.b) } as const
  const answersTheSame = sameQuestion && (isContact ? asksForContact(bothQuestions) : asksForValue(bothQuestions))
  // Answers to one question that wants a figure: one of them may say more, but not for some only.
  if (answersTheSame && !(onlyA.length > 0 && onlyB.length > 0) && onlyA.length + onlyB.length <= 3)
    return hasNarrowingWord([...onlyA, ...onlyB]) || isNarrowed(compared, onlyA, onlyB) ? null : difference
  const sameTime = isDuration && timeSenses[0] !== null && timeSenses[0] === timeSenses[1]
  return areAboutTheSame(compared, differing.a.kind, { fewWords: sameQuestion || sameTime }) ? difference : null
}

const wordRange = (sentence: string, word: string) => {
  const startOffset = foldText(sentence).indexOf(word)
  return startOffset < 0 ? [] : [{ start: startOffset, end: startOffset + word.length }]
}

/** A claim that denies without exception contradicts every claim that something of it holds. */
function deniesAll({ one, other, a, b, onlyA, onlyB, shared }: ComparedClaims): boolean {
  const isDeniedByA = a.negations.length % 2 === 1
  const [restOfDenial, rest] = isDeniedByA ? [onlyA, onlyB] : [onlyB, onlyA]
  if (shared < 2 || restOfDenial.length > 0 || rest.length > MAX_UNMATCHED - 1 || hasNarrowingWord(rest)) return false
  if ((sentenceMode(a.text) === 'needed') !== (sentenceMode(b.text) === 'needed')) return false
  const affirmedText = isDeniedByA ? claimContext(other, b) : claimContext(one, a)
  return !rest.some(({ word }) => isNarrowedBy(affirmedText, word))
}

function wordDifference(compared: ComparedClaims): Difference | null {
  const { a, b, onlyA, onlyB, shared, sameQuestion } = compared
  if (conditionsOf(a.text) !== conditionsOf(b.text) || hasCircumstance(a.text) || hasCircumstance(b.text)) return null
  const sameValues =
    a.values.length === b.values.length &&
    a.values.every((value) => b.values.some((other) => other.kind === value.kind && sameValue(value, other)))
  if (!sameValues) return null
  if (a.negations.length % 2 !== b.negations.length % 2)
    return deniesAll(compared)
      ? { kind: 'negation', a: quoteClaim(a, ...a.negations), b: quoteClaim(b, ...b.negations) }
      : null
  const [wordA, ...moreA] = onlyA
  const [wordB, ...moreB] = onlyB
  if (!wordA || !wordB || moreA.length > 0 || moreB.length > 0) return null
  if (!areOpposites(wordA.word, wordB.word) || shared < (sameQuestion ? 1 : 2)) return null
  return {
    kind: 'opposite',
    a: quoteClaim(a, ...wordRange(a.sentence, wordA.word)),
    b: quoteClaim(b, ...wordRange(b.sentence, wordB.word)),
  }
}

const opposedWords = ({ words }: Claim) => words.filter(({ word }) => mayBeOpposed(word))

/** Fast path: most sentences have no differing value, which is checked before their words are compared. */
const mayDiffer = (leftClaim: Claim, rightClaim: Claim): boolean =>
  leftClaim.negations.length % 2 !== rightClaim.negations.length % 2 ||
  differingValue(leftClaim.values, rightClaim.values) !== null ||
  opposedWords(leftClaim).some(({ word }) => opposedWords(rightClaim).some((other) => areOpposites(word, other.word)))

/** Sizes and numbers by which two texts say what they are about: "size M" and "size L", "Foliant 6" and "Foliant 7". */
function areNamedApart(firstText: ClaimingText, secondText: ClaimingText): boolean {
  const namingValues = ({ question }: ClaimingText) => [
    ...sentenceValues(question).filter((claimedValue) => isVersion(claimedValue) || claimedValue.kind === 'number'),
    ...goodsSizes(question),
  ]
  const [names, others] = [namingValues(firstText), namingValues(secondText)]
  return names.some((name) => others.some(({ kind, value }) => kind === name.kind && value !== name.value))
}

/**
 * Returns the contradiction between two texts, or null. Prefers missing one over reporting texts that only differ in
 * wording or circumstances: exactly one thing may differ, and words that only one of them has must not narrow it.
 */
export function contradictionBetween(
  firstText: ClaimingText,
  secondText: ClaimingText,
  reader: ClaimReader,
): Difference | null {
  const sameQuestion =
    firstText.kind === 'faq' &&
    secondText.kind === 'faq' &&
    [firstText.question, ...firstText.alternatives].some((firstPhrasing) =>
      [secondText.question, ...secondText.alternatives].some((secondPhrasing) =>
        reader.sameQuestion(firstPhrasing, secondPhrasing),
      ),
    )
  const [a, b] = [readSubject(firstText, reader), readSubject(secondText, reader)]
  if (reader.comparesStatements && (sameQuestion || asksTheSameThing(a, b, reader))) {
    const oppositeReplies = oppositeAnswers(firstText, secondText)
    if (oppositeReplies) return oppositeReplies
  }
  if (areNamedApart(firstText, secondText)) return null
  for (const claim of a.claims)
    for (const counterClaim of b.claims) {
      if (!mayDiffer(claim, counterClaim)) continue
      const compared = compareClaims([a, claim], [b, counterClaim], { sameQuestion, reader })
      const difference =
        valueDifference(compared, `${firstText.question} ${secondText.question}`) ??
        (reader.comparesStatements ? wordDifference(compared) : null)
      if (difference) return difference
    }
  if (!reader.comparesStatements) return null
  const answerInFirst = contradictedAnswer(a, b, reader)
  if (answerInFirst) return { kind: 'answer', a: answerInFirst.answer, b: answerInFirst.statement }
  const answerInSecond = contradictedAnswer(b, a, reader)
  return answerInSecond && { kind: 'answer', a: answerInSecond.statement, b: answerInSecond.answer }
}
