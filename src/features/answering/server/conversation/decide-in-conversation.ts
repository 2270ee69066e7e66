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
const shownKey = ({ source_id, title }: { source_id?: string | undefined; title: string }) => `${source_id}\n${title}`

/** Common words say nothing about what changed. */
const INFORMATIVE_WEIGHT = 0.5
/** A section has a word by the word itself or a synonym. */
const MET_FROM = 0.8

/** Contents often name the maker of a system instead of the system. */
const APPLE = /\b(?:mac|macos|osx|iphone|ipad|ios)\b/iu

const informativeWords = (text: string, language = detectLanguage(text)) =>
  weightedWords(APPLE.test(text) ? `${text} Apple` : text, language).filter(
    ({ weight }) => weight >= INFORMATIVE_WEIGHT,
  )

/** Divides sections into those that have an informative word of the text, and the others. */
function splitByWords(
  ranked: readonly RankedEvidence[],
  text: string,
): { having: RankedEvidence[]; others: RankedEvidence[] } {
  const having: RankedEvidence[] = []
  const others: RankedEvidence[] = []
  for (const one of ranked) {
    const words = informativeWords(text, one.section.language)
    const { terms, pathTerms } = one.section
    const has = words.some((word) => Math.max(metShare(word, terms), metShare(word, pathTerms)) >= MET_FROM)
    ;(has ? having : others).push(one)
  }
  return { having, others }
}

const withSections = (decision: Decision, ranked: RankedEvidence[], tier: Decision['tier']): Decision => ({
  ...decision,
  ranked,
  topics: groupByTopic(ranked),
  tier: ranked.length === 0 ? 'refuse' : tier,
})

const without = (retrieval: RetrievalResult, isLeftOut: (one: SectionEvidence) => boolean): RetrievalResult => ({
  ...retrieval,
  evidence: retrieval.evidence.filter((one) => !isLeftOut(one)),
})

/**
 * Retrieves and decides for a question in its conversation. A follow-up is searched for with the topic before it, and
 * never gets the text again that the visitor has just read.
 */
export async function decideInConversation(conversation: Conversation): Promise<ConversationDecision> {
  const { question, turns, language, retrieve } = conversation
  const last = turns.at(-1)
  if (!last) return decided(question, await retrieve(question))
  const languages = readingLanguages([detectLanguage(question), detectLanguage(last.question)], language)
  const followUp = readFollowUp(question, languages)
  const seen = new Set(last.sources.map(shownKey))
  const isSeen = (one: SectionEvidence) => seen.has(shownKey(one))
  if (!followUp) return decideUnmarked(conversation, resolveQuestion(last.question, turns.slice(0, -1), languages))

  const topic = resolveQuestion(question, turns, languages)
  const found = await retrieve(topic)
  if (followUp.dependence === 'again') {
    const retrieval = without(found, isSeen)
    const decision = decide(topic, retrieval)
    return {
      retrieval,
      decision: withSections(decision, decision.ranked, decision.tier === 'refuse' ? 'refuse' : 'suggest'),
    }
  }
  const whole = decide(topic, found)
  const alone = decided(followUp.rest, await retrieve(followUp.rest))
  if (alone.decision.isWordForWord) return alone
  const hasTopic = (one: RankedEvidence) => last.sources.some(({ source_id }) => source_id === one.source_id)
  const lists = alone.decision.tier === 'refuse' ? [whole.ranked] : [whole.ranked, alone.decision.ranked]
  const mixed = interleave(lists, sectionKey)
  const { having, others } = splitByWords(mixed, followUp.rest)
  const unread = others.filter((one) => last.outcome !== 'answered' || !isSeen(one))
  const best = having[0]
  const isCertain = whole.tier === 'answer' && best !== undefined && best === whole.ranked[0] && !isSeen(best)
  const isNear = whole.tier !== 'refuse' || alone.decision.tier !== 'refuse' || having.some(hasTopic)
  // The content has none of the changed words: only the rest of the same source is left.
  const isMissing = having.length === 0 && (whole.tier === 'refuse' || informativeWords(followUp.rest).length > 0)
  const shown = mixed.filter((one) => having.includes(one) || unread.includes(one))
  const ranked = isMissing ? unread.filter(hasTopic) : followUp.dependence === 'change' ? [...having, ...unread] : shown
  const tier = isCertain ? 'answer' : isNear || ranked.some(hasTopic) ? 'suggest' : 'refuse'
  return { retrieval: found, decision: withSections(whole, ranked, tier) }
}

const decided = (question: string, retrieval: RetrievalResult): ConversationDecision => ({
  retrieval,
  decision: decide(question, retrieval),
})

/** A question that says what it is about, but may have left out its topic all the same. */
async function decideUnmarked(conversation: Conversation, topic: string): Promise<ConversationDecision> {
  const { question, retrieve } = conversation
  const alone = decided(question, await retrieve(question))
  const words = question.trim().split(/\s+/u).length
  if (alone.decision.tier === 'answer' || words > MAX_REST_WORDS) return alone
  const inTopic = decide(question, await retrieve(`${topic} ${question}`))
  const { having } = splitByWords(inTopic.ranked, question)
  if (having.length === 0 || inTopic.tier === 'refuse') return alone
  const own = alone.decision.tier === 'refuse' ? [] : alone.decision.ranked
  return { ...alone, decision: withSections(inTopic, interleave([own, having], sectionKey), 'suggest') }
}
