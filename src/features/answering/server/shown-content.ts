import { type FaqRow, publishedById } from '../../faqs/server/index.ts'
import { type Citation, citationsOf } from '../../knowledge/server/index.ts'
import type { SearchHit } from '../../ranking/server/index.ts'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'

/** What is shown of hits: published FAQs by their id, citations of passages by their chunk's. */
export interface Shown {
  faqs: ReadonlyMap<string, FaqRow>
  citations: ReadonlyMap<string, Citation>
}

interface Kept {
  /** The state of the workspace's content it belongs to. */
  version: number
  faqs: Map<string, FaqRow>
  citations: Map<string, Citation>
}

/** Rows of all workspaces together. */
const MOST_ROWS = 20_000

const faqIdsOf = (hits: SearchHit[]) => hits.filter(({ kind }) => kind === 'faq').map((hit) => hit.source_id)
const chunkIdsOf = (hits: SearchHit[]) => hits.filter(({ kind }) => kind === 'passage').map((hit) => hit.chunk_id)

/** Reads what is shown of hits from the database. */
export async function readShown(ctx: WorkspaceTransaction, hits: SearchHit[]): Promise<Shown> {
  const faqs = await publishedById(ctx, faqIdsOf(hits))
  return { faqs, citations: await citationsOf(ctx.tx, ctx.workspaceId, chunkIdsOf(hits)) }
}

/**
 * What was shown of a workspace lately, for one state of its content each: with the next one it is forgotten. The
 * workspaces asked least recently are dropped first.
 */
export class ShownContent {
  readonly #kept = new Map<string, Kept>()
  #rows = 0

  /** What is shown of these hits, if all of it is at hand. */
  peek(workspaceId: string, version: number, hits: SearchHit[]): Shown | null {
    const kept = this.#kept.get(workspaceId)
    if (kept?.version !== version) return null
    const complete =
      faqIdsOf(hits).every((id) => kept.faqs.has(id)) && chunkIdsOf(hits).every((id) => kept.citations.has(id))
    return complete ? kept : null
  }

  keep(workspaceId: string, version: number, { faqs, citations }: Shown): void {
    const before = this.#kept.get(workspaceId)
    this.#drop(workspaceId)
    const kept: Kept =
      before?.version === version ? before : { version, faqs: new Map<string, FaqRow>(), citations: new Map() }
    for (const [id, faq] of faqs) kept.faqs.set(id, faq)
    for (const [id, citation] of citations) kept.citations.set(id, citation)
    this.#kept.set(workspaceId, kept)
    this.#rows += kept.faqs.size + kept.citations.size
    for (const oldest of this.#kept.keys()) {
      if (this.#rows <= MOST_ROWS) return
      this.#drop(oldest)
    }
  }

  #drop(workspaceId: string): void {
    const kept = this.#kept.get(workspaceId)
    if (!kept) return
    this.#rows -= kept.faqs.size + kept.citations.size
    this.#kept.delete(workspaceId)
  }
}
