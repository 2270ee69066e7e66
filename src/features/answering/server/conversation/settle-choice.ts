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
  const headingTerms = new Set(section.heading.map(({ term }) => term))
  return words.every((weightedWord) => metShare(weightedWord, headingTerms) >= MET_FROM)
}

const holdsWords = ({ words }: Decision, { section }: RankedEvidence): boolean =>
  words.every((weightedWord) => metShare(weightedWord, section.terms) >= MET_FROM)

/** Answers a question of a few words from the only entry that it names. */
export function settleShortQuestion(question: string, decision: Decision): Decision {
  const { tier, words, topics, obstacle } = decision
  const isShort = question.trim().split(/\s+/u).length <= SHORT_WORDS && words.length > 0
  if (tier !== 'suggest' || obstacle || !isShort) return decision
  const namedTopics = topics.filter(({ best }) => isNamedBy(decision, best))
  return namedTopics.length === 1 && namedTopics[0] === topics[0] ? { ...decision, tier: 'answer' } : decision
}

const titleOf = ({ section, title }: RankedEvidence): string => section.path.at(-1) ?? title

/** Asks which is meant where two topics fit a question equally; their sections come first. */
export function askForChoice(
  composedAnswer: ComposedAnswer,
  decision: Decision,
  language: PageLanguage,
): ComposedAnswer {
  const [firstSection, secondSection] = decision.topics.map(({ best }) => best)
  if (composedAnswer.outcome !== 'suggested' || !firstSection || !secondSection) return composedAnswer
  const areEqual =
    secondSection.fit >= EQUAL_FIT * firstSection.fit &&
    [firstSection, secondSection].every((rankedSection) => holdsWords(decision, rankedSection))
  if (!areEqual || decision.words.length === 0 || titleOf(firstSection) === titleOf(secondSection))
    return composedAnswer
  const choiceText = choiceReply(language, titleOf(firstSection), titleOf(secondSection))
  const isChoice = ({ evidence }: ComposedAnswer['suggestions'][number]) =>
    evidence.id === firstSection.id || evidence.id === secondSection.id
  const suggestions = composedAnswer.suggestions.toSorted(
    (leftSuggestion, rightSuggestion) => Number(isChoice(rightSuggestion)) - Number(isChoice(leftSuggestion)),
  )
  const used = suggestions.map(({ evidence }) => evidence)
  return { ...composedAnswer, text: choiceText, blocks: parseMarkup(choiceText), suggestions, used }
}
