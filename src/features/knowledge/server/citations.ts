import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'
import type { SourcePriority } from '../contract.ts'
import { knowledgeChunks, sources, websites } from './knowledge.table.ts'
import { STANDING, withWebsite } from './source-rows.ts'

/** Citation of a passage: the URL of its page and its place in the document. */
export interface Citation {
  /** Null where there is none, or where its owner wants no link to it. */
  url: string | null
  /** Position and difference to pages that say nearly the same: "page 12", "2024"; null without either. */
  place: string | null
  /** Its score counts so many times: above 1 for what is preferred, below for what is only a help. */
  weight: number
}

/**
 * Enough to decide between passages that fit about as well, and not enough to put one that fits badly before one that
 * fits well: the runner-up is mostly further away than that.
 */
const WEIGHTS: Record<SourcePriority, number> = { low: 0.85, normal: 1, high: 1.15 }

/** The citations of passages, by their chunk's id; of those whose source is gone there are none. */
export async function citationsOf(
  transaction: Tx,
  workspaceId: string,
  chunkIds: string[],
): Promise<Map<string, Citation>> {
  if (chunkIds.length === 0) return new Map()
  const rows = await transaction
    .select({
      id: knowledgeChunks.id,
      place: knowledgeChunks.place,
      url: sources.url,
      variant: sources.variant,
      ...STANDING,
    })
    .from(knowledgeChunks)
    .innerJoin(
      sources,
      and(eq(sources.workspaceId, knowledgeChunks.workspaceId), eq(sources.id, knowledgeChunks.sourceId)),
    )
    .leftJoin(websites, withWebsite)
    .where(and(eq(knowledgeChunks.workspaceId, workspaceId), inArray(knowledgeChunks.id, chunkIds)))
  return new Map(
    rows.map(({ id, place, variant, url, priority, visibility }) => [
      id,
      {
        place: placeOf(place, variant),
        url: visibility === 'linked' ? withPage(url, place) : null,
        weight: WEIGHTS[priority],
      },
    ]),
  )
}

const placeOf = (place: string | null, variant: string | null): string | null =>
  [place, variant].filter((part) => part !== null).join(', ') || null

/** A PDF on the web opens at its page. */
function withPage(url: string | null, place: string | null): string | null {
  const page = /^page (\d+)$/.exec(place ?? '')?.[1]
  return url && page ? `${url}#page=${page}` : url
}
