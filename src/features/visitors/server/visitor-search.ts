import type { Context } from 'hono'
import { AppError } from '../../../kernel/app-error.ts'
import { newId } from '../../../kernel/ids.ts'
import type { PageLanguage } from '../../../kernel/languages.ts'
import type { HttpEnv } from '../../../platform/http/index.ts'
import type { HelpTexts, PersonAsked, VisitorSearch } from '../contract.ts'
import { RESULTS_MAX } from '../domain/paging.ts'
import type { VisitorPagesDeps } from './visitor-pages.ts'

/** Search results of the page, and the seconds to wait when this visitor is rate-limited. */
export interface SearchedForVisitor {
  search: VisitorSearch
  retryAfter: number | null
}

const FIRST_RETRY_SECONDS = 60

/**
 * Searches for a visitor whose address holds a search, and asks if that was wished. Never throws: where something failed, the
 * page says so in the specified words and still shows what there is.
 */
export async function searchForVisitor(
  deps: Pick<VisitorPagesDeps, 'searchPublic' | 'askPublic'>,
  request: {
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
  texts: Pick<HelpTexts, 'unavailableAi' | 'unavailable'>,
  context: Context<HttpEnv>,
): Promise<SearchedForVisitor> {
  const { subdomain, lang, query, page = 1, conversation = newId(), person = null } = request
  const asking = request.ask
    ? deps.askPublic(
        { subdomain, lang, question: query, conversation_id: conversation, page_url: request.url },
        context,
      )
    : Promise.resolve(null)
  const searching = deps.searchPublic({ subdomain, q: query, limit: RESULTS_MAX }, context)
  const [answer, found] = await Promise.allSettled([asking, searching])
  const failure =
    answer.status === 'rejected' ? texts.unavailableAi : found.status === 'rejected' ? texts.unavailable : null
  return {
    search: {
      query,
      page,
      results: found.status === 'fulfilled' ? found.value.results : [],
      answer: answer.status === 'fulfilled' ? answer.value : null,
      failure,
      conversation_id: conversation,
      person,
    },
    retryAfter: retryAfterOf(answer) ?? retryAfterOf(found),
  }
}

const retryAfterOf = (outcome: PromiseSettledResult<unknown>): number | null =>
  outcome.status === 'rejected' ? secondsToWait(outcome.reason) : null

/** The seconds after which a visitor who asked for too much may ask again; null for any other failure. */
export function secondsToWait(reason: unknown): number | null {
  if (!(reason instanceof AppError) || reason.kind !== 'rate_limited') return null
  return Math.max(1, Math.ceil(reason.details?.retry_after ?? FIRST_RETRY_SECONDS))
}
