import { type AnsweringServices, dryRunQuestion } from '../../answering/server/index.ts'
import { publishedById } from '../../faqs/server/index.ts'
import type { AnswerSource } from '../../questions/contract.ts'
import { isContentWord, tokenize } from '../../ranking/server/index.ts'
import { inReadTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { CLOSEST_MAX, type ClosestEntry } from '../contract.ts'
import { lackingWords } from '../domain/lacking-words.ts'
import { gapById, phrasingTexts } from './gaps.queries.ts'

/** Phrasings by which entries are looked for, and entries that count for each. */
const MAX_ASKED = 5
const MAX_FOUND = 5
const TIMEOUT_MS = 15_000

/** Each entry once, those that come closest to most phrasings first. */
function byRank(found: readonly (readonly AnswerSource[])[]): AnswerSource[] {
  const ranked = new Map<string, { source: AnswerSource; weight: number }>()
  for (const sources of found)
    for (const [place, source] of sources.slice(0, MAX_FOUND).entries()) {
      const key = `${source.kind}:${source.source_id ?? source.id}`
      const weight = (ranked.get(key)?.weight ?? 0) + 1 / (1 + place)
      ranked.set(key, { source: ranked.get(key)?.source ?? source, weight })
    }
  return [...ranked.values()].sort((left, right) => right.weight - left.weight).map(({ source }) => source)
}

/** Returns the entries that come closest to a gap's questions, and the words that each lacks. Throws not_found. */
export async function closestEntries(
  answering: AnsweringServices,
  context: WorkspaceContext,
  gapId: string,
): Promise<ClosestEntry[]> {
  const { language, texts } = await inReadTransaction(context, async (transaction) => ({
    language: (await gapById(transaction, gapId)).language,
    texts: await phrasingTexts(transaction, gapId, MAX_ASKED),
  }))
  const found: AnswerSource[][] = []
  for (const text of texts) {
    const run = await dryRunQuestion(answering, context, text, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      mayUseModel: async () => false,
    })
    found.push(run.found)
  }
  const closest = byRank(found).slice(0, CLOSEST_MAX)
  const faqIds = closest.flatMap(({ kind, id }) => (kind === 'faq' ? [id] : []))
  const faqs = await inReadTransaction(context, (transaction) => publishedById(transaction, faqIds))
  const asked = texts.map((text) => tokenize(text, language).filter(isContentWord))
  return closest.map(({ kind, id, title, url, excerpt }) => {
    const faq = faqs.get(id)
    const text = faq ? [faq.question, ...faq.alternativeQuestions, faq.answer] : [title, excerpt]
    const terms = new Set(tokenize(text.join('\n'), language).map(({ term }) => term))
    return { kind, id, title, url, lacks: lackingWords(asked, terms) }
  })
}
