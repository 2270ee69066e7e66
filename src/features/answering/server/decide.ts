import { blocksToPlainText, type MarkupBlock } from '../../../kernel/markup.ts'
import { confidence, parseQuestion, tierByMeaning } from '../../ranking/server/index.ts'
import { answerBlocks } from '../domain/answer-blocks.ts'
import { probabilityRight, type Tier, tierOf } from '../domain/answer-gate.ts'
import { gateFeatures } from '../domain/gate-features.ts'
import { fitsType, type QuestionType, questionType } from '../domain/question-type.ts'
import { type AskedWord, coverage, sectionFit } from '../domain/section.ts'
import { groupByTopic, type Topic } from '../domain/topics.ts'
import type { RetrievalResult, Retrieved } from './retrieve.ts'
import { termsOf, wordsOf } from './section-terms.ts'

/** Evidence with the fit of its whole section. */
export interface RankedEvidence extends Retrieved {
  fit: number
}

export interface Decision {
  tier: Tier
  /** Probability that an answer from the first topic is right; null when nothing was found. */
  probability: number | null
  /** Each topic once, best first. */
  topics: Topic<RankedEvidence>[]
  /** Every section, best first. */
  ranked: RankedEvidence[]
  type: QuestionType
  words: AskedWord[]
  /** Features from which the probability was computed. */
  features: Record<string, number>
}

/** An entry whose question is the visitor's, word for word, is the one that is meant. */
const WORD_FOR_WORD = 0.95

/** Below this share of the question's words, by weight, a section has only common words with it. */
const NEAR_FROM = 0.15

/** Second step: how sure it is that the best topic answers the question. The same content gives the same result. */
export function decide(question: string, { outcome, evidence, text }: RetrievalResult): Decision {
  const type = questionType(question)
  const words = wordsOf(outcome.query.words.join(' '), outcome.query.language)
  const ranked = rankSections(evidence, words, type)
  const topics = groupByTopic(ranked)
  const base = { topics, ranked, type, words }
  const [first] = topics
  if (!first) return { ...base, tier: 'refuse', probability: null, features: {} }
  const { best } = first
  const input = { question, words, isNegated: parseQuestion(question).negated, best, query: outcome.query }
  // A source that its owner ranks lower than the best is no alternative to it.
  const others = topics.slice(1).flatMap(({ all }) => all.filter(({ weight }) => weight >= best.weight))
  const features = gateFeatures({
    ...input,
    blocks: shownBlocks(best, { type, words }),
    sameTopic: first.all,
    others: others.toSorted((left, right) => right.fit - left.fit),
    isFaq: best.kind === 'faq',
    confidence: confidence(outcome),
  })
  const probability = probabilityRight(features)
  const isAskedAsWritten = isNamed(best) && text === question
  const hasSubject = outcome.query.content > 0 && (outcome.query.known > 0 || best.features.synonyms > 0)
  const isNear = Math.max(features.words_in_section ?? 0, features.coverage ?? 0) >= NEAR_FROM
  const likely = isAskedAsWritten ? 'answer' : hasSubject && isNear ? tierOf(probability) : 'refuse'
  // Two questions in one text: the best section may answer the earlier one.
  const byWords = likely === 'answer' && text !== question ? 'suggest' : likely
  const byMeaning = tierByMeaning(outcome)
  const tier = byMeaning === 'answer' || (byMeaning === 'suggest' && byWords === 'refuse') ? byMeaning : byWords
  return { ...base, tier, probability, features }
}

const rankSections = (evidence: readonly Retrieved[], words: AskedWord[], type: QuestionType): RankedEvidence[] =>
  evidence
    .map((one) => {
      const hasSigns = fitsType(type, blocksToPlainText(one.section.blocks))
      return { ...one, fit: sectionFit(one.score, one.section, words, hasSigns) }
    })
    .toSorted((left, right) => Number(isNamed(right)) - Number(isNamed(left)) || right.fit - left.fit)

const isNamed = ({ features }: Retrieved): boolean => (features.likeness ?? 0) >= WORD_FOR_WORD

/** The blocks that answer from a section. */
export function shownBlocks(
  { section }: Pick<Retrieved, 'section'>,
  { type, words }: Pick<Decision, 'type' | 'words'>,
  maxLength?: number,
): MarkupBlock[] {
  const fitOf = (text: string) => coverage(words, termsOf(text, section.language))
  return answerBlocks(section.blocks, type, fitOf, maxLength).blocks
}
