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
  hasNumbersOf,
  hasUnit,
  isSame,
  isSameKind,
  linksIn,
  namesIn,
  ratesIn,
  strengthOf,
  valuesIn,
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

interface Word {
  word: string
  term: string
}

interface EvidenceSentence {
  text: string
  words: Word[]
}

/** Number of sentences that a claim may put together. */
const MAX_SENTENCES = 2
const CONDITION =
  /(?<!\p{L})(?:otherwise|else|unless|except|only|if|when|until|sonst|andernfalls|außer|nur|wenn|falls|bis)(?!\p{L})/iu
const WITHOUT = /(?<!\p{L})(?:without|ohne|sans|sin|senza|sem|zonder)(?!\p{L})/iu
const NEXT_CLAUSE = /[,;:–—]\s+|\s+(?:and|but|while|und|aber|während)\s+/u
const NEXT_STATEMENT = /[:;–—]\s+|,\s+(?:and|but|while|und|aber|während)\s+/u
const MIN_WORDS = 2
const NEXT_SENTENCE = /(?<=[\p{L}\p{N}%€$)][.!?])\s+(?=\p{Lu})/u

/** Say nothing that could be wrong by itself. */
const NEUTRAL = new Set(
  'yes no sure ja nein oui sí follow follows following step steps here folgende folgen schritte possible able allow allows allowed let lets get gets have has take takes make makes want please simply also there goes go receive erhalten bekommen bitte einfach möglich gibt'.split(
    ' ',
  ),
)

const contentWords = (text: string, language: string): Word[] => {
  const words = tokenize(withoutLinks(text), language).filter(
    (token) => isContentWord(token) && !NEUTRAL.has(token.word) && !/^\p{N}+$/u.test(token.word),
  )
  return [...new Map(words.map(({ word, term }) => [term, { word, term }])).values()]
}

const isLike = (left: Word, right: Word, language: string): boolean => {
  if (areOpposites(left.word, right.word)) return false
  if (left.term === right.term || synonymsOf(left.term, language).has(right.term)) return true
  return left.word.length >= PREFIX_LENGTH && left.word.slice(0, PREFIX_LENGTH) === right.word.slice(0, PREFIX_LENGTH)
}

const isAmong = (word: Word, words: readonly Word[], language: string): boolean =>
  words.some((other) => isLike(word, other, language))

/** Checks a sentence of a model against the passages that it cites, each with its title as the first line. */
export function checkClaim(text: string, passages: readonly string[], workspaceName = ''): Verdict {
  const evidence = passages.join('\n')
  if (withoutInstructions(text) !== text.trim()) return 'unsupported'
  const known = evidence.normalize('NFKC').toLowerCase()
  if (!linksIn(text).every((link) => known.includes(link))) return 'unsupported'
  const language = detectLanguage(evidence)
  const written = detectLanguage(text, [language, ...LANGUAGES])
  if (!hasNumbersOf(withoutLinks(text), evidence, { claim: written, evidence: language })) return 'unsupported'
  if (written !== language) return 'foreign'

  const words = contentWords(text, language)
  const parts = claimParts(withoutFormatting(text), language)
  const isWhole = parts.length === 1 && NEXT_STATEMENT.test(text)
  const found = evidenceSentences(passages, language, isWhole)
  const all = found.flatMap((sentence) => sentence.words)
  const about = words.filter((word) => isAmong(word, all, language)).length
  if (words.length > 0 && about / words.length < ABOUT_FROM) return 'unsupported'
  const names = new Set([...known.matchAll(/[\p{L}\p{N}]+(?:-\p{N}+)?/gu)].map(([word]) => word))
  const isNamed = (name: string) =>
    [name, name.replace(/s$/u, ''), `${name}s`].some((form) => names.has(form)) ||
    workspaceName.toLowerCase().includes(name)
  if (![...namesIn(text, language)].every(isNamed)) return 'unsupported'
  const title = contentWords(passages.map((passage) => passage.split('\n', 1)[0]).join('\n'), language)
  const verdicts = parts.map((part) => compareWithSentences(part, found, title))
  return verdicts.find((one) => one === 'unsupported') ?? verdicts.find((one) => one === 'unsure') ?? 'supported'
}

/** The statements of a sentence; one with too few words of its own stays with the rest. */
function claimParts(text: string, language: string): Claim[] {
  const parts = text
    .split(NEXT_STATEMENT)
    .map((part) => ({ text: part, words: contentWords(part, language), language }))
  return parts.every(({ words }) => words.length >= MIN_WORDS)
    ? parts
    : [{ text, words: contentWords(text, language), language }]
}

/** @param isWhole keeps sentences with several statements together */
function evidenceSentences(passages: readonly string[], language: string, isWhole: boolean): EvidenceSentence[] {
  return passages
    .flatMap((passage) =>
      sentences(withoutFormatting(passage))
        .flatMap((sentence) => sentence.split(NEXT_SENTENCE))
        .flatMap((sentence) => (isWhole ? [sentence] : sentence.split(NEXT_STATEMENT))),
    )
    .map((text) => ({ text, words: contentWords(text, language) }))
}

interface Claim {
  text: string
  words: Word[]
  language: string
}

function compareWithSentences(claim: Claim, evidence: readonly EvidenceSentence[], title: readonly Word[]): Verdict {
  const { words, language, text } = claim
  const aligned = alignedSentences(claim, evidence)
  const [best] = aligned
  if (!best) return 'unsupported'
  const shareIn = (among: readonly Word[]) =>
    words.length === 0 ? 1 : words.filter((word) => isAmong(word, among, language)).length / words.length
  const values = compareValues(claim, evidence)
  if (values === 'unsupported') return values
  const rates = ratesIn(text)
  const statedRates = ratesIn(aligned.map((sentence) => sentence.text).join(' '))
  if (statedRates.size > 0 && [...rates].some((rate) => !statedRates.has(rate))) return 'unsupported'
  const strength = strengthOf(text, best.text)
  if (strength === 'stronger') return 'unsupported'
  const reversals = aligned.map((sentence) => countReversals(text, sentence.text))
  if (reversals[0] === 1 && shareIn(best.words) >= SAME_FROM)
    return conditionsOf(text) === conditionsOf(best.text) || !CONDITION.test(`${text} ${best.text}`)
      ? 'unsupported'
      : 'unsure'
  const isStated = shareIn([...best.words, ...title]) >= STATED_FROM || joins(claim, aligned)
  return isStated && reversals.every((count) => count === 0) && strength === 'same' && values === 'supported'
    ? 'supported'
    : 'unsure'
}

/** Number of ways in which one sentence says the contrary of the other; two of them cancel out, or do not. */
function countReversals(claim: string, evidence: string): number {
  const isNegated = (text: string) => negations(text).length > 0 || WITHOUT.test(text)
  const wordsOf = (text: string) => (text.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => !isNegated(word))
  const others = wordsOf(evidence)
  const own = wordsOf(claim)
  const hasOpposite = own.some((word) => !others.includes(word) && others.some((other) => areOpposites(word, other)))
  return [isNegated(claim) !== isNegated(evidence), hasOpposite, pointOtherWays(claim, evidence)].filter(Boolean).length
}

/** True when two sentences state the claim together, each its own part: parallel ones may say it of different things. */
function joins({ words, language }: Claim, aligned: readonly EvidenceSentence[]): boolean {
  const [first, second] = aligned
  if (!first || !second) return false
  const inFirst = words.filter((word) => isAmong(word, first.words, language))
  const inSecond = words.filter((word) => isAmong(word, second.words, language))
  const isParallel = inFirst.some((word) => inSecond.includes(word))
  return !isParallel && (inFirst.length + inSecond.length) / words.length >= STATED_FROM
}

/** The sentence with most of the claim's words, then the one that adds most. */
function alignedSentences({ words, language }: Claim, evidence: readonly EvidenceSentence[]): EvidenceSentence[] {
  const chosen: EvidenceSentence[] = []
  let missing = words
  while (chosen.length < MAX_SENTENCES && (missing.length > 0 || chosen.length === 0)) {
    const scored = evidence.map((sentence) => ({
      sentence,
      met: missing.filter((word) => isAmong(word, sentence.words, language)).length,
    }))
    const share = ({ sentence, met }: (typeof scored)[number]) => met + met / (sentence.words.length + 1)
    const best = scored.toSorted((left, right) => share(right) - share(left))[0]
    if (!best || (best.met === 0 && chosen.length > 0)) break
    chosen.push(best.sentence)
    missing = missing.filter((word) => !isAmong(word, best.sentence.words, language))
  }
  return chosen
}

/**
 * Compares values with those of the same kind in the passages: `unsupported` where the closest part of them gives
 * another one, `unsure` where a word of the claim comes with another one only.
 */
function compareValues({ text, language }: Claim, evidence: readonly EvidenceSentence[]): Verdict {
  const read = (part: string) => ({ text: part, words: contentWords(part, language), values: valuesIn(part) })
  const clauses = evidence.flatMap((sentence) => sentence.text.split(NEXT_CLAUSE).map(read))
  const whole = evidence.map((sentence) => read(sentence.text))
  let verdict: Verdict = 'supported'
  for (const part of text.split(NEXT_CLAUSE).map(read))
    for (const value of part.values) {
      const holds = (clause: Clause) =>
        clause.values.some((other) => isSame(value, other)) && !pointOtherWays(part.text, clause.text)
      const fit = (clause: Clause) => part.words.filter((word) => isAmong(word, clause.words, language)).length
      const isRival = (clause: Clause) => clause.values.some((other) => isSameKind(value, other))
      const rivals = clauses.filter(isRival)
      const most = Math.max(...rivals.map(fit), 0)
      const closest = whole.filter(isRival).some((sentence) => fit(sentence) > most) ? whole.filter(isRival) : rivals
      const best = Math.max(...closest.map(fit), 0)
      const isHeld = closest.some((clause) => fit(clause) === best && holds(clause))
      const isAlone = !part.values.some((other) => other !== value && isSameKind(other, value))
      if (closest.length > 0 && !isHeld && (hasUnit(value) || best > 0)) {
        if (isAlone) return 'unsupported'
        verdict = 'unsure'
      }
      const isElsewhere = part.words.some((word) => {
        const having = rivals.filter((clause) => isAmong(word, clause.words, language))
        return having.length > 0 && !having.some(holds)
      })
      if (isElsewhere) verdict = 'unsure'
    }
  return verdict
}

interface Clause {
  text: string
  words: Word[]
  values: ReturnType<typeof valuesIn>
}
