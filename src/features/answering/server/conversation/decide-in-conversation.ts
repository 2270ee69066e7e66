import type { PageLanguage } from '../../../../kernel/languages.ts'
import { detectLanguage } from '../../../ranking/server/index.ts'
import { readFollowUp, readingLanguages, resolveQuestion } from '../../domain/follow-up.ts'
import { interleave } from '../../domain/interleave.ts'
import { metShare } from '../../domain/section.ts'
import { groupByTopic } from '../../domain/topics.ts'
import type { AnswerContext } from '../answer-context.ts'
import { type Decision, decide, type RankedEvidence } from '../decide.ts'
import { type RetrievalResult, type SectionEvidence, sectionKey } from '../retrieve.ts'
import { weightedWords } from '../section-terms.ts'

type Turn = AnswerContext['turns'][number]

export interface Conversation {
  question: string
  turns: readonly Turn[]
  /** Language of the page. */
  language: PageLanguage
  retrieve(text: string): Promise<RetrievalResult>
}

export interface ConversationDecision {
  retrieval: RetrievalResult
  decision: Decision
}

/** Words of a question that may be the rest of the one before it, although nothing in it says so. */
const MAX_REST_WORDS = 8

/** Key of a shown text; ids do not do, because another passage of the same text may be found. */
const shownSourceKey = ({ source_id, title }: { source_id?: string | undefined; title: string }) =>
  `${source_id}\n${title}`

/** Common words say nothing about what changed. */
const INFORMATIVE_WEIGHT = 0.5
/** A section has a word by the word itself or a synonym. */
const MET_FROM = 0.8

/** Contents often name the maker of a system instead of the system. */
const APPLE_DEVICES = /\b(?:mac|macos|osx|iphone|ipad|ios)\b/iu

const informativeWords = (askedText: string, language = detectLanguage(askedText)) =>
  weightedWords(APPLE_DEVICES.test(askedText) ? `${askedText} Apple` : askedText, language).filter(
    ({ weight }) => weight >= INFORMATIVE_WEIGHT,
  )

/** Divides sections into those that have an informative word of the text, and the others. */
function splitByWords(
  rankedSections: readonly RankedEvidence[],
  changedText: string,
): { having: RankedEvidence[]; others: RankedEvidence[] } {
  const having: RankedEvidence[] = []
  const others: RankedEvidence[] = []
  for (const rankedSection of rankedSections) {
    const changedWords = informativeWords(changedText, rankedSection.section.language)
    const { terms, pathTerms } = rankedSection.section
    const hasChangedWord = changedWords.some(
      (changedWord) => Math.max(metShare(changedWord, terms), metShare(changedWord, pathTerms)) >= MET_FROM,
    )
    ;(hasChangedWord ? having : others).push(rankedSection)
  }
  return { having, others }
}

const withSections = (decision: Decision, rankedSections: RankedEvidence[], tier: Decision['tier']): Decision => ({
  ...decision,
  ranked: rankedSections,
  topics: groupByTopic(rankedSections),
  tier: rankedSections.length === 0 ? 'refuse' : tier,
})

const withoutEvidence = (
  retrieval: RetrievalResult,
  isLeftOut: (sectionEvidence: SectionEvidence) => boolean,
): RetrievalResult => ({
  ...retrieval,
  evidence: retrieval.evidence.filter((sectionEvidence) => !isLeftOut(sectionEvidence)),
})

/**
 * Retrieves and decides for a question in its conversation. A follow-up is searched for with the topic before it, and
 * never gets the text again that the visitor has just read.
 */
export async function decideInConversation(conversation: Conversation): Promise<ConversationDecision> {
  const { question, turns, language, retrieve } = conversation
  const lastTurn = turns.at(-1)
  if (!lastTurn) return decisionOn(question, await retrieve(question))
  const languages = readingLanguages([detectLanguage(question), detectLanguage(lastTurn.question)], language)
  const followUp = readFollowUp(question, languages)
  const seenSources = new Set(lastTurn.sources.map(shownSourceKey))
  const isSeen = (sectionEvidence: SectionEvidence) => seenSources.has(shownSourceKey(sectionEvidence))
  if (!followUp) return decideUnmarked(conversation, resolveQuestion(lastTurn.question, turns.slice(0, -1), languages))

  const topic = resolveQuestion(question, turns, languages)
  const topicRetrieval = await retrieve(topic)
  if (followUp.dependence === 'again') {
    const retrieval = withoutEvidence(topicRetrieval, isSeen)
    const decision = decide(topic, retrieval)
    return {
      retrieval,
      decision: withSections(decision, decision.ranked, decision.tier === 'refuse' ? 'refuse' : 'suggest'),
    }
  }
  const topicDecision = decide(topic, topicRetrieval)
  const standaloneDecision = decisionOn(followUp.rest, await retrieve(followUp.rest))
  if (standaloneDecision.decision.isWordForWord) return standaloneDecision
  const hasTopic = (one: RankedEvidence) => lastTurn.sources.some(({ source_id }) => source_id === one.source_id)
  const rankedLists =
    standaloneDecision.decision.tier === 'refuse'
      ? [topicDecision.ranked]
      : [topicDecision.ranked, standaloneDecision.decision.ranked]
  const mixedSections = interleave(rankedLists, sectionKey)
  const { having, others } = splitByWords(mixedSections, followUp.rest)
  const unreadSections = others.filter((rankedSection) => lastTurn.outcome !== 'answered' || !isSeen(rankedSection))
  const bestSection = having[0]
  const isCertain =
    topicDecision.tier === 'answer' &&
    bestSection !== undefined &&
    bestSection === topicDecision.ranked[0] &&
    !isSeen(bestSection)
  const isNear =
    topicDecision.tier !== 'refuse' || standaloneDecision.decision.tier !== 'refuse' || having.some(hasTopic)
  // The content has none of the changed words: only the rest of the same source is left.
  const isMissing =
    having.length === 0 && (topicDecision.tier === 'refuse' || informativeWords(followUp.rest).length > 0)
  const shownSections = mixedSections.filter(
    (rankedSection) => having.includes(rankedSection) || unreadSections.includes(rankedSection),
  )
  const ranked = isMissing
    ? unreadSections.filter(hasTopic)
    : followUp.dependence === 'change'
      ? [...having, ...unreadSections]
      : shownSections
  const tier = isCertain ? 'answer' : isNear || ranked.some(hasTopic) ? 'suggest' : 'refuse'
  return { retrieval: topicRetrieval, decision: withSections(topicDecision, ranked, tier) }
}

const decisionOn = (question: string, retrieval: RetrievalResult): ConversationDecision => ({
  retrieval,
  decision: decide(question, retrieval),
})

/** A question that says what it is about, but may have left out its topic all the same. */
async function decideUnmarked(conversation: Conversation, topic: string): Promise<ConversationDecision> {
  const { question, retrieve } = conversation
  const standaloneDecision = decisionOn(question, await retrieve(question))
  const wordCount = question.trim().split(/\s+/u).length
  if (standaloneDecision.decision.tier === 'answer' || wordCount > MAX_REST_WORDS) return standaloneDecision
  const topicDecision = decide(question, await retrieve(`${topic} ${question}`))
  const { having } = splitByWords(topicDecision.ranked, question)
  if (having.length === 0 || topicDecision.tier === 'refuse') return standaloneDecision
  const standaloneSections = standaloneDecision.decision.tier === 'refuse' ? [] : standaloneDecision.decision.ranked
  return {
    ...standaloneDecision,
    decision: withSections(topicDecision, interleave([standaloneSections, having], sectionKey), 'suggest'),
  }
}
