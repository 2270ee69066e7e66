import type { PageLanguage } from '../../../../kernel/languages.ts'
import { parseMarkup } from '../../../../kernel/markup.ts'
import { metShare } from '../../domain/section.ts'
import { choiceReply } from '../../domain/spoken-replies.ts'
import type { ComposedAnswer } from '../compose.ts'
import type { Decision, RankedEvidence } from '../decide.ts'

/** Texts of at most this many words name an entry rather than describe a problem. */
const SHORT_WORDS = 3
const MET_FROM = 0.8
/** With this share of the best topic's fit, another one is as likely to be meant. */
const EQUAL_FIT = 0.97

const isNamedBy = ({ words }: Decision, { section }: RankedEvidence): boolean => {
  const heading = new Set(section.heading.map(({ term }) => term))
  return words.every((word) => metShare(word, heading) >= MET_FROM)
}

const holdsWords = ({ words }: Decision, { section }: RankedEvidence): boolean =>
  words.every((word) => metShare(word, section.terms) >= MET_FROM)

/** Answers a question of a few words from the only entry that it names. */
export function settleShortQuestion(question: string, decision: Decision): Decision {
  const { tier, words, topics, obstacle } = decision
  const isShort = question.trim().split(/\s+/u).length <= SHORT_WORDS && words.length > 0
  if (tier !== 'suggest' || obstacle || !isShort) return decision
  const named = topics.filter(({ best }) => isNamedBy(decision, best))
  return named.length === 1 && named[0] === topics[0] ? { ...decision, tier: 'answer' } : decision
}

const titleOf = ({ section, title }: RankedEvidence): string => section.path.at(-1) ?? title

/** Asks which is meant where two topics fit a question equally; their sections come first. */
export function askForChoice(composed: ComposedAnswer, decision: Decision, language: PageLanguage): ComposedAnswer {
  const [first, second] = decision.topics.map(({ best }) => best)
  if (composed.outcome !== 'suggested' || !first || !second) return composed
  const areEqual = second.fit >= EQUAL_FIT * first.fit && [first, second].every((one) => holdsWords(decision, one))
  if (!areEqual || decision.words.length === 0 || titleOf(first) === titleOf(second)) return composed
  const text = choiceReply(language, titleOf(first), titleOf(second))
  const isChoice = ({ evidence }: ComposedAnswer['suggestions'][number]) =>
    evidence.id === first.id || evidence.id === second.id
  const suggestions = composed.suggestions.toSorted((left, right) => Number(isChoice(right)) - Number(isChoice(left)))
  const used = suggestions.map(({ evidence }) => evidence)
  return { ...composed, text, blocks: parseMarkup(text), suggestions, used }
}
