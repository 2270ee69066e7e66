import type { Context } from 'hono'
import { AppError } from '../../../kernel/app-error.ts'
import { newId } from '../../../kernel/ids.ts'
import type { PageLanguage } from '../../../kernel/languages.ts'
import type { HttpEnv } from '../../../platform/http/index.ts'
import type { HelpTexts, PersonAsked, VisitorSearch } from '../contract.ts'
import { RESULTS_MAX } from '../domain/paging.ts'
import { resultsBesideAnswer } from '../domain/results-beside-answer.ts'
import type { VisitorPagesDependencies } from './visitor-pages.ts'

/** Search results of the page, and the seconds to wait when this visitor is rate-limited. */
export interface VisitorSearchOutcome {
  search: VisitorSearch
  retryAfter: number | null
}

const FIRST_RETRY_SECONDS = 60

/**
 * Searches for a visitor whose address holds a search, and asks if that was wished. Never throws: where something failed, the
 * page says so in the specified words and still shows what there is.
 */
export async function searchForVisitor(
  dependencies: Pick<VisitorPagesDependencies, 'searchPublic' | 'askPublic'>,
  searchRequest: {
    subdomain: string
    lang: PageLanguage
    url: string
    query: string
    /** The page of results, from 1. */
    page?: number
    ask: boolean
    person?: PersonAsked | null
    conversation?: string | undefined
  },
  helpTexts: Pick<HelpTexts, 'unavailableAi' | 'unavailable'>,
  httpContext: Context<HttpEnv>,
): Promise<VisitorSearchOutcome> {
  const { subdomain, lang, query, page = 1, conversation = newId(), person = null } = searchRequest
  const pendingAnswer = searchRequest.ask
    ? dependencies.askPublic(
        { subdomain, lang, question: query, conversation_id: conversation, page_url: searchRequest.url },
        httpContext,
      )
    : Promise.resolve(null)
  const pendingResults = dependencies.searchPublic({ subdomain, q: query, limit: RESULTS_MAX }, httpContext)
  const [answer, found] = await Promise.allSettled([pendingAnswer, pendingResults])
  const failureText =
    answer.status === 'rejected' ? helpTexts.unavailableAi : found.status === 'rejected' ? helpTexts.unavailable : null
  const results = found.status === 'fulfilled' ? found.value.results : []
  const answerOutput = answer.status === 'fulfilled' ? answer.value : null
  return {
    search: {
      query,
      page,
      results: answerOutput?.outcome === 'answered' ? resultsBesideAnswer(results) : results,
      answer: answerOutput,
      failure: failureText,
      conversation_id: conversation,
      person,
    },
    retryAfter: retryAfterOf(answer) ?? retryAfterOf(found),
  }
}

const retryAfterOf = (settledResult: PromiseSettledResult<unknown>): number | null =>
  settledResult.status === 'rejected' ? secondsToWait(settledResult.reason) : null

/** The seconds after which a visitor who asked for too much may ask again; null for any other failure. */
export function secondsToWait(failureReason: unknown): number | null {
  if (!(failureReason instanceof AppError) || failureReason.kind !== 'rate_limited') return null
  return Math.max(1, Math.ceil(failureReason.details?.retry_after ?? FIRST_RETRY_SECONDS))
}
