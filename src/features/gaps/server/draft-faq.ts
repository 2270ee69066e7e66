import { and, eq, inArray } from 'drizzle-orm'
import { isClean, maskText } from '../../../kernel/mask-text.ts'
import { normalizeQuestion, truncateAtWord } from '../../../kernel/text.ts'
import { type AnsweringServices, draftAnswer } from '../../answering/server/index.ts'
import { ALTERNATIVES_MAX, QUESTION_MAX } from '../../faqs/contract.ts'
import { categoryNames, faqs } from '../../faqs/server/index.ts'
import { detectLanguage } from '../../ranking/server/index.ts'
import { inReadTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { Draft } from '../contract.ts'
import { distinctPhrasings } from '../domain/grouping.ts'
import { clearestPhrasing, wellFormedQuestion } from '../domain/well-formed-question.ts'
import { phrasingTexts } from './gaps.queries.ts'
import { wordSimilarity } from './phrasing-pairs.ts'

/** Phrasings that are looked at for a draft: the most frequent ones. */
const MAX_PHRASINGS_READ = 60
const MAX_DRAFT_ALTERNATIVES = 12
/** Phrasings by which sources are looked for. */
const MAX_PHRASINGS_ASKED = 5
const DRAFT_TIMEOUT_MS = 25_000

/** Phrasings that add something new to the first. */
function distinctTexts(texts: readonly string[]): string[] {
  const [first] = texts
  if (first === undefined) return []
  const language = detectLanguage(first)
  const similarityBetween = wordSimilarity(texts.map((question) => ({ question, language })))
  return distinctPhrasings(texts.length, similarityBetween, Math.min(MAX_DRAFT_ALTERNATIVES, ALTERNATIVES_MAX)).map(
    (textIndex) => texts[textIndex]!,
  )
}

async function likelyCategory(context: WorkspaceContext, faqIds: readonly string[]): Promise<string> {
  const { default: fallback } = await categoryNames(context)
  if (faqIds.length === 0) return fallback
  return inReadTransaction(context, async ({ tx, workspaceId }) => {
    const faqRows = await tx
      .select({ id: faqs.id, category: faqs.category })
      .from(faqs)
      .where(and(eq(faqs.workspaceId, workspaceId), inArray(faqs.id, [...faqIds])))
    const categoryById = new Map(faqRows.map(({ id, category }) => [id, category]))
    return faqIds.flatMap((id) => categoryById.get(id) ?? [])[0] ?? fallback
  })
}

/**
 * Proposes a FAQ for a gap: its question and other ways of asking it, as visitors put them but without anything
 * personal; the category of what is nearest; and an answer from the sources, empty where none supports one. Nothing is
 * stored. @throws not_found
 */
export async function draftFaq(answering: AnsweringServices, context: WorkspaceContext, gapId: string): Promise<Draft> {
  const phrasings = await inReadTransaction(context, (transaction) =>
    phrasingTexts(transaction, gapId, MAX_PHRASINGS_READ),
  )
  const cleanPhrasings = phrasings.filter(isClean)
  // Only where every phrasing shows something personal does a masked one stand for them.
  const usablePhrasings = cleanPhrasings.length > 0 ? cleanPhrasings : phrasings.map(maskText)
  const shortenedPhrasings = usablePhrasings.map((phrasing) => truncateAtWord(phrasing, QUESTION_MAX))
  const alternatives = distinctTexts(shortenedPhrasings)
  const askedPhrasings = shortenedPhrasings.slice(0, 1).concat(alternatives)
  const draftedAnswer = await draftAnswer(answering, context, {
    phrasings: askedPhrasings.slice(0, MAX_PHRASINGS_ASKED),
    fromVisitors: true,
    signal: AbortSignal.timeout(DRAFT_TIMEOUT_MS),
  })
  const clearest = clearestPhrasing(askedPhrasings)
  const question = truncateAtWord(wellFormedQuestion(clearest, detectLanguage(clearest)), QUESTION_MAX)
  const isDraftQuestion = (phrasing: string) => normalizeQuestion(phrasing) === normalizeQuestion(question)
  return {
    question,
    alternative_questions: askedPhrasings
      .filter((phrasing) => !isDraftQuestion(phrasing))
      .slice(0, MAX_DRAFT_ALTERNATIVES),
    category: await likelyCategory(context, draftedAnswer.faqIds),
    answer: draftedAnswer.text,
    sources: draftedAnswer.sources,
    written_by: draftedAnswer.writtenBy,
    left_out: draftedAnswer.leftOut,
    masked: cleanPhrasings.length < phrasings.length,
  }
}
