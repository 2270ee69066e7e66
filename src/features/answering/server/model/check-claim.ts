import { areOpposites, conditionsOf, negations, pointOtherWays } from '../../../../kernel/polarity.ts'
import {
  detectLanguage,
  isContentWord,
  LANGUAGES,
  sentences,
  synonymsOf,
  tokenize,
} from '../../../ranking/server/index.ts'
import {
  findLinks,
  findNames,
  findRates,
  findValues,
  hasNumbersOf,
  hasUnit,
  isSameKind,
  isSameValue,
  strengthOf,
  withoutFormatting,
  withoutLinks,
} from '../../domain/model/claim-facts.ts'
import { withoutInstructions } from '../../domain/model/instructions.ts'

/**
 * `unsure`: neither clearly stated by the passages nor clearly against them. `foreign`: the same of a sentence in another
 * language than the passages, of which only figures, links and names were compared.
 */
export type Verdict = 'supported' | 'unsure' | 'foreign' | 'unsupported'

/** Least share of a claim's content words in the passages; below it the claim is about something else. */
const ABOUT_FROM = 0.4
/** Share of the content words from which two sentences state a claim, and from which one of them is about the same. */
const STATED_FROM = 0.85
const SAME_FROM = 0.6
const PREFIX_LENGTH = 5

interface ContentWord {
  word: string
  term: string
}

interface EvidenceSentence {
  text: string
  words: ContentWord[]
}

/** Number of sentences that a claim may put together. */
const MAX_SENTENCES = 2
const CONDITION_WORDS =
  /(?<!\p{L})(?:otherwise|else|unless|except|only|if|when|until|sonst|andernfalls|außer|nur|wenn|falls|bis)(?!\p{L})/iu
const WITHOUT_WORDS = /(?<!\p{L})(?:without|ohne|sans|sin|senza|sem|zonder)(?!\p{L})/iu
const NEXT_CLAUSE = /[,;:–—]\s+|\s+(?:and|but|while|und|aber|während)\s+/u
const NEXT_STATEMENT = /[:;–—]\s+|,\s+(?:and|but|while|und|aber|während)\s+/u
const MIN_WORDS = 2
const NEXT_SENTENCE = /(?<=[\p{L}\p{N}%€$)][.!?])\s+(?=\p{Lu})/u

/** Say nothing that could be wrong by itself. */
const NEUTRAL_WORDS = new Set(
  'yes no sure ja nein oui sí follow follows following step steps here folgende folgen schritte possible able allow allows allowed let lets get gets have has take takes make makes want please simply also there goes go receive erhalten bekommen bitte einfach möglich gibt'.split(
    ' ',
  ),
)

const contentWords = (statedText: string, language: string): ContentWord[] => {
  const contentTokens = tokenize(withoutLinks(statedText), language).filter(
    (token) => isContentWord(token) && !NEUTRAL_WORDS.has(token.word) && !/^\p{N}+$/u.test(token.word),
  )
  return [...new Map(contentTokens.map(({ word, term }) => [term, { word, term }])).values()]
}

const isSimilarWord = (leftWord: ContentWord, rightWord: ContentWord, language: string): boolean => {
  if (areOpposites(leftWord.word, rightWord.word)) return false
  if (leftWord.term === rightWord.term || synonymsOf(leftWord.term, language).has(rightWord.term)) return true
  return (
    leftWord.word.length >= PREFIX_LENGTH &&
    leftWord.word.slice(0, PREFIX_LENGTH) === rightWord.word.slice(0, PREFIX_LENGTH)
  )
}

const isAmongWords = (claimedWord: ContentWord, otherWords: readonly ContentWord[], language: string): boolean =>
  otherWords.some((otherWord) => isSimilarWord(claimedWord, otherWord, language))

/** Checks a sentence of a model against the passages that it cites, each with its title as the first line. */
export function checkClaim(claimText: string, passages: readonly string[], workspaceName = ''): Verdict {
  const evidence = passages.join('\n')
  if (withoutInstructions(claimText) !== claimText.trim()) return 'unsupported'
  const known = evidence.normalize('NFKC').toLowerCase()
  if (!findLinks(claimText).every((link) => known.includes(link))) return 'unsupported'
  const evidenceLanguage = detectLanguage(evidence)
  const claimLanguage = detectLanguage(claimText, [evidenceLanguage, ...LANGUAGES])
  if (!hasNumbersOf(withoutLinks(claimText), evidence, { claim: claimLanguage, evidence: evidenceLanguage }))
    return 'unsupported'
  if (claimLanguage !== evidenceLanguage) return 'foreign'

  const claimWords = contentWords(claimText, evidenceLanguage)
  const claimedParts = claimParts(withoutFormatting(claimText), evidenceLanguage)
  const isWhole = claimedParts.length === 1 && NEXT_STATEMENT.test(claimText)
  const foundSentences = evidenceSentences(passages, evidenceLanguage, isWhole)
  const evidenceWords = foundSentences.flatMap((sentence) => sentence.words)
  const sharedCount = claimWords.filter((claimWord) => isAmongWords(claimWord, evidenceWords, evidenceLanguage)).length
  if (claimWords.length > 0 && sharedCount / claimWords.length < ABOUT_FROM) return 'unsupported'
  const evidenceNames = new Set([...known.matchAll(/[\p{L}\p{N}]+(?:-\p{N}+)?/gu)].map(([word]) => word))
  const isNamed = (claimedName: string) =>
    [claimedName, claimedName.replace(/s$/u, ''), `${claimedName}s`].some((nameForm) => evidenceNames.has(nameForm)) ||
    workspaceName.toLowerCase().includes(claimedName)
  if (![...findNames(claimText, evidenceLanguage)].every(isNamed)) return 'unsupported'
  const titleWords = contentWords(passages.map((passage) => passage.split('\n', 1)[0]).join('\n'), evidenceLanguage)
  const verdicts = claimedParts.map((claimedPart) => compareWithSentences(claimedPart, foundSentences, titleWords))
  return (
    verdicts.find((verdict) => verdict === 'unsupported') ??
    verdicts.find((verdict) => verdict === 'unsure') ??
    'supported'
  )
}

/** The statements of a sentence; one with too few words of its own stays with the rest. */
function claimParts(claimText: string, language: string): Claim[] {
  const claimedParts = claimText
    .split(NEXT_STATEMENT)
    .map((claimedPart) => ({ text: claimedPart, words: contentWords(claimedPart, language), language }))
  return claimedParts.every(({ words }) => words.length >= MIN_WORDS)
    ? claimedParts
    : [{ text: claimText, words: contentWords(claimText, language), language }]
}

/** @param isWhole keeps sentences with several statements together */
function evidenceSentences(passages: readonly string[], language: string, isWhole: boolean): EvidenceSentence[] {
  return passages
    .flatMap((passage) =>
      sentences(withoutFormatting(passage))
        .flatMap((sentence) => sentence.split(NEXT_SENTENCE))
        .flatMap((sentence) => (isWhole ? [sentence] : sentence.split(NEXT_STATEMENT))),
    )
    .map((sentenceText) => ({ text: sentenceText, words: contentWords(sentenceText, language) }))
}

interface Claim {
  text: string
  words: ContentWord[]
  language: string
}

function compareWithSentences(
  claim: Claim,
  evidence: readonly EvidenceSentence[],
  titleWords: readonly ContentWord[],
): Verdict {
  const { words, language, text } = claim
  const closestSentences = alignedSentences(claim, evidence)
  const [closestSentence] = closestSentences
  if (!closestSentence) return 'unsupported'
  const shareIn = (evidenceWords: readonly ContentWord[]) =>
    words.length === 0
      ? 1
      : words.filter((claimedWord) => isAmongWords(claimedWord, evidenceWords, language)).length / words.length
  const valuesVerdict = compareValues(claim, evidence)
  if (valuesVerdict === 'unsupported') return valuesVerdict
  const claimedRates = findRates(text)
  const statedRates = findRates(closestSentences.map((sentence) => sentence.text).join(' '))
  if (statedRates.size > 0 && [...claimedRates].some((claimedRate) => !statedRates.has(claimedRate)))
    return 'unsupported'
  const claimStrength = strengthOf(text, closestSentence.text)
  if (claimStrength === 'stronger') return 'unsupported'
  const reversals = closestSentences.map((sentence) => countReversals(text, sentence.text))
  if (reversals[0] === 1 && shareIn(closestSentence.words) >= SAME_FROM)
    return conditionsOf(text) === conditionsOf(closestSentence.text) ||
      !CONDITION_WORDS.test(`${text} ${closestSentence.text}`)
      ? 'unsupported'
      : 'unsure'
  const isStated =
    shareIn([...closestSentence.words, ...titleWords]) >= STATED_FROM || joinsSentences(claim, closestSentences)
  return isStated &&
    reversals.every((reversalCount) => reversalCount === 0) &&
    claimStrength === 'same' &&
    valuesVerdict === 'supported'
    ? 'supported'
    : 'unsure'
}

/** Number of ways in which one sentence says the contrary of the other; two of them cancel out, or do not. */
function countReversals(claim: string, evidence: string): number {
  const isNegated = (statedText: string) => negations(statedText).length > 0 || WITHOUT_WORDS.test(statedText)
  const plainWordsOf = (statedText: string) =>
    (statedText.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => !isNegated(word))
  const evidenceWords = plainWordsOf(evidence)
  const claimWords = plainWordsOf(claim)
  const hasOpposite = claimWords.some(
    (claimWord) =>
      !evidenceWords.includes(claimWord) && evidenceWords.some((evidenceWord) => areOpposites(claimWord, evidenceWord)),
  )
  return [isNegated(claim) !== isNegated(evidence), hasOpposite, pointOtherWays(claim, evidence)].filter(Boolean).length
}

/** True when two sentences state the claim together, each its own part: parallel ones may say it of different things. */
function joinsSentences({ words, language }: Claim, closestSentences: readonly EvidenceSentence[]): boolean {
  const [firstSentence, secondSentence] = closestSentences
  if (!firstSentence || !secondSentence) return false
  const inFirst = words.filter((claimedWord) => isAmongWords(claimedWord, firstSentence.words, language))
  const inSecond = words.filter((claimedWord) => isAmongWords(claimedWord, secondSentence.words, language))
  const isParallel = inFirst.some((claimedWord) => inSecond.includes(claimedWord))
  return !isParallel && (inFirst.length + inSecond.length) / words.length >= STATED_FROM
}

/** The sentence with most of the claim's words, then the one that adds most. */
function alignedSentences({ words, language }: Claim, evidence: readonly EvidenceSentence[]): EvidenceSentence[] {
  const chosenSentences: EvidenceSentence[] = []
  let missingWords = words
  while (chosenSentences.length < MAX_SENTENCES && (missingWords.length > 0 || chosenSentences.length === 0)) {
    const scoredSentences = evidence.map((sentence) => ({
      sentence,
      met: missingWords.filter((missingWord) => isAmongWords(missingWord, sentence.words, language)).length,
    }))
    const shareOfWords = ({ sentence, met }: (typeof scoredSentences)[number]) =>
      met + met / (sentence.words.length + 1)
    const bestSentence = scoredSentences.toSorted(
      (leftSentence, rightSentence) => shareOfWords(rightSentence) - shareOfWords(leftSentence),
    )[0]
    if (!bestSentence || (bestSentence.met === 0 && chosenSentences.length > 0)) break
    chosenSentences.push(bestSentence.sentence)
    missingWords = missingWords.filter(
      (missingWord) => !isAmongWords(missingWord, bestSentence.sentence.words, language),
    )
  }
  return chosenSentences
}

/**
 * Compares values with those of the same kind in the passages: `unsupported` where the closest part of them gives
 * another one, `unsure` where a word of the claim comes with another one only.
 */
function compareValues({ text, language }: Claim, evidence: readonly EvidenceSentence[]): Verdict {
  const readClause = (clauseText: string) => ({
    text: clauseText,
    words: contentWords(clauseText, language),
    values: findValues(clauseText),
  })
  const clauses = evidence.flatMap((sentence) => sentence.text.split(NEXT_CLAUSE).map(readClause))
  const wholeSentences = evidence.map((sentence) => readClause(sentence.text))
  let verdict: Verdict = 'supported'
  for (const claimedClause of text.split(NEXT_CLAUSE).map(readClause))
    for (const claimedValue of claimedClause.values) {
      const holdsValue = (clause: Clause) =>
        clause.values.some((evidenceValue) => isSameValue(claimedValue, evidenceValue)) &&
        !pointOtherWays(claimedClause.text, clause.text)
      const sharedWordCount = (clause: Clause) =>
        claimedClause.words.filter((claimedWord) => isAmongWords(claimedWord, clause.words, language)).length
      const isRival = (clause: Clause) => clause.values.some((evidenceValue) => isSameKind(claimedValue, evidenceValue))
      const rivalClauses = clauses.filter(isRival)
      const mostSharedWords = Math.max(...rivalClauses.map(sharedWordCount), 0)
      const closestClauses = wholeSentences
        .filter(isRival)
        .some((sentence) => sharedWordCount(sentence) > mostSharedWords)
        ? wholeSentences.filter(isRival)
        : rivalClauses
      const bestFit = Math.max(...closestClauses.map(sharedWordCount), 0)
      const isHeld = closestClauses.some((clause) => sharedWordCount(clause) === bestFit && holdsValue(clause))
      const isAlone = !claimedClause.values.some(
        (otherValue) => otherValue !== claimedValue && isSameKind(otherValue, claimedValue),
      )
      if (closestClauses.length > 0 && !isHeld && (hasUnit(claimedValue) || bestFit > 0)) {
        if (isAlone) return 'unsupported'
        verdict = 'unsure'
      }
      const isElsewhere = claimedClause.words.some((claimedWord) => {
        const clausesWithWord = rivalClauses.filter((clause) => isAmongWords(claimedWord, clause.words, language))
        return clausesWithWord.length > 0 && !clausesWithWord.some(holdsValue)
      })
      if (isElsewhere) verdict = 'unsure'
    }
  return verdict
}

interface Clause {
  text: string
  words: ContentWord[]
  values: ReturnType<typeof findValues>
}
