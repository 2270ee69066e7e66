import { type AnsweringServices, dryRunQuestion } from '../../answering/server/index.ts'
import { publishedById } from '../../faqs/server/index.ts'
import type { AnswerSource } from '../../questions/contract.ts'
import { isContentWord, tokenize } from '../../ranking/server/index.ts'
import { inReadTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { CLOSEST_MAX, type ClosestEntry } from '../contract.ts'
import { lackingWords } from '../domain/lacking-words.ts'
import { gapById, phrasingTexts } from './gaps.queries.ts'

/** Phrasings by which entries are looked for, and entries that count for each. */
const MAX_PHRASINGS_ASKED = 5
const MAX_SOURCES_RANKED = 5
const TIMEOUT_MS = 15_000

/** Each entry once, those that come closest to most phrasings first. */
function mergeByRank(rankedLists: readonly (readonly AnswerSource[])[]): AnswerSource[] {
  const rankedSources = new Map<string, { source: AnswerSource; weight: number }>()
  for (const sources of rankedLists)
    for (const [place, source] of sources.slice(0, MAX_SOURCES_RANKED).entries()) {
      const entryKey = `${source.kind}:${source.source_id ?? source.id}`
      const weight = (rankedSources.get(entryKey)?.weight ?? 0) + 1 / (1 + place)
      rankedSources.set(entryKey, { source: rankedSources.get(entryKey)?.source ?? source, weight })
    }
  return [...rankedSources.values()].sort((left, right) => right.weight - left.weight).map(({ source }) => source)
}

/** Returns the entries that come closest to a gap's questions, and the words that each lacks. Throws not_found. */
export async function closestEntries(
  answering: AnsweringServices,
  context: WorkspaceContext,
  gapId: string,
): Promise<ClosestEntry[]> {
  const { language, texts } = await inReadTransaction(context, async (transaction) => ({
    language: (await gapById(transaction, gapId)).language,
    texts: await phrasingTexts(transaction, gapId, MAX_PHRASINGS_ASKED),
  }))
  const rankedLists: AnswerSource[][] = []
  for (const phrasing of texts) {
    const dryRunResult = await dryRunQuestion(answering, context, phrasing, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      mayUseModel: async () => false,
    })
    rankedLists.push(dryRunResult.found)
  }
  const closestSources = mergeByRank(rankedLists).slice(0, CLOSEST_MAX)
  const faqIds = closestSources.flatMap(({ kind, id }) => (kind === 'faq' ? [id] : []))
  const faqsById = await inReadTransaction(context, (transaction) => publishedById(transaction, faqIds))
  const askedWords = texts.map((phrasing) => tokenize(phrasing, language).filter(isContentWord))
  return closestSources.map(({ kind, id, title, url, excerpt }) => {
    const publishedFaq = faqsById.get(id)
    const entryTexts = publishedFaq
      ? [publishedFaq.question, ...publishedFaq.alternativeQuestions, publishedFaq.answer]
      : [title, excerpt]
    const entryTerms = new Set(tokenize(entryTexts.join('\n'), language).map(({ term }) => term))
    return { kind, id, title, url, lacks: lackingWords(askedWords, entryTerms) }
  })
}
