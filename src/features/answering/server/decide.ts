import { blocksToMarkdown, blocksToPlainText, type MarkupBlock } from '../../../kernel/markup.ts'
import type { AnswerObstacle } from '../../questions/contract.ts'
import { confidence, isSemanticallyNear } from '../../ranking/server/index.ts'
import { type AnswerBlocks, answerBlocks } from '../domain/answer-blocks.ts'
import { probabilityRight, type Tier, tierOf } from '../domain/answer-gate.ts'
import { hasUnmetConstraint, hasUnmetPlatform } from '../domain/constraint-terms.ts'
import { gateFeatures } from '../domain/gate-features.ts'
import {
  fitsType,
  isComparison,
  lacksType,
  type QuestionType,
  questionType,
  SHORT_ANSWER_TYPES,
} from '../domain/question-type.ts'
import { coverage, mayLackObject, saysTheSame, sectionFit, type WeightedWord } from '../domain/section.ts'
import { groupByTopic, type Topic } from '../domain/topics.ts'
import type { RetrievalResult, SectionEvidence } from './retrieve.ts'
import { termsOf, weightedWords } from './section-terms.ts'

/** Evidence with the fit of its whole section. */
export interface RankedEvidence extends SectionEvidence {
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
  words: WeightedWord[]
  /** True when the first topic is an entry that asks the question word for word. */
  isWordForWord: boolean
  /** Features from which the probability was computed. */
  features: Record<string, number>
  /** Forbids the answer, however probable it is; of a refusal, what the content lacks. */
  obstacle: AnswerObstacle | null
  /** The answer from the first topic, whether or not it is given. */
  answer: AnswerBlocks
}

const NO_BLOCKS: AnswerBlocks = { blocks: [], isShortened: false }

/** An entry whose question is the visitor's, word for word, is the one that is meant. */
const WORD_FOR_WORD_FROM = 0.95

/** Below this share of the question's words, by weight, a section has only common words with it. */
const NEAR_FROM = 0.15

/** Second step: how sure it is that the best topic answers the question. The same content gives the same result. */
export function decide(question: string, { outcome, evidence, text, answerLevel }: RetrievalResult): Decision {
  const type = questionType(question)
  const words = weightedWords(outcome.query.words.join(' '), outcome.query.language, outcome.query.rarity)
  const ranked = rankSections(evidence, words, type)
  const topics = groupByTopic(ranked)
  const base = { topics, ranked, type, words }
  const [first] = topics
  if (!first)
    return {
      ...base,
      tier: 'refuse',
      isWordForWord: false,
      probability: null,
      features: {},
      obstacle: 'subject',
      answer: NO_BLOCKS,
    }
  const { best } = first
  // A source that its owner ranks lower than the best is no alternative to it.
  const others = topics.slice(1).flatMap(({ all }) => all.filter(({ weight }) => weight >= best.weight))
  const answer = topicBlocks(first, { type, words })
  const features = gateFeatures({
    words,
    best,
    sameTopic: first.all,
    others: others.toSorted((left, right) => right.fit - left.fit),
    isOnlyTopic: topics.length === 1,
    isConfirmation: type === 'confirmation',
    confidence: confidence(outcome),
  })
  const probability = probabilityRight(features)
  const isWordForWord = asksWordForWord(best) && text === question
  const hasSubject = outcome.query.contentWords > 0 && (outcome.query.knownWords > 0 || best.features.synonyms > 0)
  const isNear = Math.max(coverage(words, best.section.terms), best.features.coverage ?? 0) >= NEAR_FROM
  const missingGround = !hasSubject ? 'subject' : !isNear ? 'distance' : null
  const tierByWords = isWordForWord ? 'answer' : missingGround ? 'refuse' : tierOf(probability, answerLevel)
  const isEqualled = others.some(({ fit }) => fit >= EQUAL_SHARE * best.fit)
  // Met by synonyms alone, which a question in another language meets by chance.
  const isLuckyMatch = outcome.query.knownWords === 0 && features.few_words === 1
  // Two questions in one text: the best section may answer the earlier one.
  const obstacle = isWordForWord
    ? null
    : text !== question
      ? 'follow_up'
      : isEqualled
        ? 'rival'
        : isLuckyMatch
          ? 'words'
          : unmetDemand(best, answer.blocks, { question, words, type })
  const allowedTier = tierByWords === 'answer' && obstacle ? 'suggest' : tierByWords
  const tier = allowedTier === 'refuse' && isSemanticallyNear(outcome) ? 'suggest' : allowedTier
  const statedObstacle = tier === 'refuse' ? (missingGround ?? obstacle) : obstacle
  return { ...base, tier, isWordForWord, probability, features, obstacle: statedObstacle, answer }
}

const rankSections = (
  evidence: readonly SectionEvidence[],
  words: WeightedWord[],
  type: QuestionType,
): RankedEvidence[] =>
  evidence
    .map((sectionEvidence) => {
      const hasSigns = fitsType(type, blocksToPlainText(sectionEvidence.section.blocks))
      return { ...sectionEvidence, fit: sectionFit(sectionEvidence.score, sectionEvidence.section, words, hasSigns) }
    })
    .toSorted((left, right) => Number(asksWordForWord(right)) - Number(asksWordForWord(left)) || right.fit - left.fit)

/** With this share of the best section's fit, one of another topic answers about as well. */
const EQUAL_SHARE = 0.97
/** A section from which a comparison is answered has this share of the question's words in its headings. */
const COMPARED_SHARE = 0.8

/** With this share of the question's words, by the ranking's weights, an entry asks the same in its own words. */
const OTHER_WORDS_SHARE = 0.55

/** Something that the question demands and the answer lacks, however well the rest fits. */
function unmetDemand(
  { section, features }: RankedEvidence,
  blocks: readonly MarkupBlock[],
  { question, words, type }: { question: string } & Pick<Decision, 'words' | 'type'>,
): AnswerObstacle | null {
  const sectionText = `${section.path.join(' ')} ${blocksToPlainText(blocks)}`
  if (hasUnmetPlatform(question, sectionText)) return 'platform'
  if (hasUnmetConstraint(question, sectionText)) return 'constraint'
  if (lacksType(type, sectionText)) return 'type'
  // Alternative questions of a FAQ are not in its section.
  const isAskedOtherwise = (features.coverage ?? 0) >= OTHER_WORDS_SHARE
  if (type === 'confirmation' && !isAskedOtherwise && mayLackObject(words, section.terms)) return 'words'
  return isComparison(question) && coverage(words, section.pathTerms) < COMPARED_SHARE ? 'comparison' : null
}

const asksWordForWord = ({ features }: SectionEvidence): boolean => (features.similarity ?? 0) >= WORD_FOR_WORD_FROM

/** An answer of one section may be completed by the next of the same source up to this length, in characters. */
const COMPLETED_LENGTH = 1_150
/** A section that fits at least this share as well as the best one is close. */
const CLOSE_SHARE = 0.85
const MIN_ADDED = 60

/** The blocks that answer from a topic: those of its best section, and of the next one if that fits about as well. */
export function topicBlocks(
  { best, all }: Topic<RankedEvidence>,
  questionFeatures: Pick<Decision, 'type' | 'words'>,
): AnswerBlocks {
  const bestBlocks = shownBlocks(best, questionFeatures)
  const completingSection = all.find(
    (rankedSection) =>
      rankedSection !== best &&
      rankedSection.source_id === best.source_id &&
      (rankedSection.fit >= CLOSE_SHARE * best.fit || isWithin(rankedSection, best)) &&
      !saysTheSame(rankedSection.section, best.section),
  )
  if (!completingSection) return bestBlocks
  // An introduction of the best section comes before it, unless one statement answers.
  const isIntroduction = isWithin(best, completingSection) && !SHORT_ANSWER_TYPES.has(questionFeatures.type)
  const addedTitle = (isIntroduction ? best : completingSection).section.path.at(-1)
  const remainingLength = COMPLETED_LENGTH - blocksToMarkdown(bestBlocks.blocks).length - (addedTitle?.length ?? 0)
  if (!addedTitle || remainingLength < MIN_ADDED) return bestBlocks
  const addedBlocks = shownBlocks(completingSection, questionFeatures, remainingLength)
  const addedText = blocksToMarkdown(addedBlocks.blocks)
  if (addedText === '' || addedText.length > remainingLength) return bestBlocks
  // A part that has nothing of the question is left to the page.
  if (
    addedBlocks.isShortened &&
    coverage(questionFeatures.words, termsOf(addedText, completingSection.section.language)) === 0
  )
    return bestBlocks
  const heading: MarkupBlock = { kind: 'heading', level: 3, children: [{ kind: 'text', text: addedTitle }] }
  const orderedParts = isIntroduction ? [addedBlocks, bestBlocks] : [bestBlocks, addedBlocks]
  return {
    blocks: [...orderedParts[0]!.blocks, heading, ...orderedParts[1]!.blocks],
    isShortened: bestBlocks.isShortened || addedBlocks.isShortened,
  }
}

/** True for a section below the heading of another. */
const isWithin = (innerSection: RankedEvidence, outerSection: RankedEvidence): boolean =>
  innerSection.section.path.length > outerSection.section.path.length &&
  outerSection.section.path.every((heading, headingIndex) => innerSection.section.path[headingIndex] === heading)

/** The blocks that answer from a section. */
export function shownBlocks(
  { section }: Pick<SectionEvidence, 'section'>,
  { type, words }: Pick<Decision, 'type' | 'words'>,
  maxLength?: number,
): AnswerBlocks {
  const fitOf = (blockText: string) => coverage(words, termsOf(blockText, section.language))
  return answerBlocks(section.blocks, type, fitOf, maxLength)
}
