import { api, client } from '../../../web/api/api.ts'
import type { ListedFaq } from '../contract.ts'

/** Cache of all FAQs of the workspace as rows, in order. */
export const listedKey = () => api.faqs.rows.queryKey({ input: {} })

/** Fetches them all, some thousands at a time. @throws ApiError */
export async function fetchListed(signal: AbortSignal) {
  const byId = new Map<string, ListedFaq>()
  let cursor: string | undefined
  do {
    const page = await client.faqs.rows({ cursor }, { signal })
    // A FAQ that moved during loading is in two pages.
    for (const faq of page.items) byId.set(faq.id, faq)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return { items: [...byId.values()], next_cursor: null, total: byId.size }
}
