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
const LOOKED_AT = 60
const ALTERNATIVES = 12
/** Phrasings by which sources are looked for. */
const ASKED = 5
const DRAFT_MS = 25_000

/** Phrasings that add something new to the first. */
function distinct(texts: readonly string[]): string[] {
  const [first] = texts
  if (first === undefined) return []
  const language = detectLanguage(first)
  const between = wordSimilarity(texts.map((question) => ({ question, language })))
  return distinctPhrasings(texts.length, between, Math.min(ALTERNATIVES, ALTERNATIVES_MAX)).map(
    (position) => texts[position]!,
  )
}

async function categoryOf(context: WorkspaceContext, faqIds: readonly string[]): Promise<string> {
  const { default: fallback } = await categoryNames(context)
  if (faqIds.length === 0) return fallback
  return inReadTransaction(context, async ({ tx, workspaceId }) => {
    const rows = await tx
      .select({ id: faqs.id, category: faqs.category })
      .from(faqs)
      .where(and(eq(faqs.workspaceId, workspaceId), inArray(faqs.id, [...faqIds])))
    const byId = new Map(rows.map(({ id, category }) => [id, category]))
    return faqIds.flatMap((id) => byId.get(id) ?? [])[0] ?? fallback
  })
}

/**
 * Proposes a FAQ for a gap: its question and other ways of asking it, as visitors put them but without anything
 * personal; the category of what is nearest; and an answer from the sources, empty where none supports one. Nothing is
 * stored. @throws not_found
 */
export async function draftFaq(answering: AnsweringServices, context: WorkspaceContext, gapId: string): Promise<Draft> {
  const texts = await inReadTransaction(context, (transaction) => phrasingTexts(transaction, gapId, LOOKED_AT))
  const clean = texts.filter(isClean)
  // Only where every phrasing shows something personal does a masked one stand for them.
  const usable = clean.length > 0 ? clean : texts.map(maskText)
  const fit = usable.map((text) => truncateAtWord(text, QUESTION_MAX))
  const alternatives = distinct(fit)
  const asked = fit.slice(0, 1).concat(alternatives)
  const answer = await draftAnswer(answering, context, {
    phrasings: asked.slice(0, ASKED),
    fromVisitors: true,
    signal: AbortSignal.timeout(DRAFT_MS),
  })
  const chosen = clearestPhrasing(asked)
  const question = truncateAtWord(wellFormedQuestion(chosen, detectLanguage(chosen)), QUESTION_MAX)
  const isSame = (text: string) => normalizeQuestion(text) === normalizeQuestion(question)
  return {
    question,
    alternative_questions: asked.filter((text) => !isSame(text)).slice(0, ALTERNATIVES),
    category: await categoryOf(context, answer.faqIds),
    answer: answer.text,
    sources: answer.sources,
    written_by: answer.writtenBy,
    left_out: answer.leftOut,
    masked: clean.length < texts.length,
  }
}
