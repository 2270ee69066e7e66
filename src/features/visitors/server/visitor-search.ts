import type { Context } from 'hono'
import type { HttpEnv } from '../../../platform/http/index.ts'
import { AI_UNAVAILABLE_ON_PAGE, SEARCH_LIMIT_DEFAULT, UNAVAILABLE } from '../../answering/contract.ts'
import type { VisitorSearch } from '../contract.ts'
import type { VisitorPagesDeps } from './visitor-pages.ts'

/**
 * Searches, and asks if that was wished, for a visitor without JavaScript. Never throws: where something failed, the
 * page says so in the specified words and still shows what there is.
 */
export async function searchForVisitor(
  deps: Pick<VisitorPagesDeps, 'searchPublic' | 'askPublic' | 'appUrl'>,
  wish: { subdomain: string; base: string; query: string; ask: boolean },
  c: Context<HttpEnv>,
): Promise<VisitorSearch> {
  const { subdomain, query } = wish
  const asking = wish.ask
    ? deps.askPublic({ subdomain, question: query, page_url: `${deps.appUrl}${wish.base}` }, c)
    : Promise.resolve(null)
  const searching = deps.searchPublic({ subdomain, q: query, limit: SEARCH_LIMIT_DEFAULT }, c)
  const [answer, found] = await Promise.allSettled([asking, searching])
  const failure =
    answer.status === 'rejected' ? AI_UNAVAILABLE_ON_PAGE : found.status === 'rejected' ? UNAVAILABLE : null
  return {
    query,
    results: found.status === 'fulfilled' ? found.value.results : [],
    answer: answer.status === 'fulfilled' ? answer.value : null,
    failure,
  }
}
