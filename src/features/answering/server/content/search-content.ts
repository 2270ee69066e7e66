import type { VisitorContext } from '../../../workspaces/server/index.ts'
import type { SearchResult } from '../../contract.ts'
import { findEvidence } from '../find-evidence.ts'
import { pageUrlOf } from '../page-url.ts'

/** Ranked published content for a visitor's words, best first. `isPrefix`: the last word may be unfinished. */
export async function searchContent(
  visitor: VisitorContext,
  options: { q: string; limit: number; isPrefix?: boolean; appUrl: URL },
): Promise<SearchResult[]> {
  if (options.q.trim() === '') return []
  const evidenceRequest = {
    text: options.q,
    limit: options.limit,
    isPrefix: options.isPrefix ?? false,
    contentVersion: visitor.contentVersion,
    anyCategory: true,
    pageUrl: pageUrlOf(options.appUrl, visitor.subdomain),
  }
  const { found } = await findEvidence(visitor, evidenceRequest)
  return found.flatMap(({ evidence: { weight: _weight, isInternal, ...result } }) => (isInternal ? [] : [result]))
}
