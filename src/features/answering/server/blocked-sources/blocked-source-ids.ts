import { LRUCache } from 'lru-cache'
import { readPublished, type WorkspaceContext } from '../../../workspaces/server/index.ts'
import { readBlockedSources } from './blocked-sources.queries.ts'
import { closeParaphraseOf } from './close-paraphrase.ts'

interface SourceBlock {
  question: string
  sourceId: string
}

/** By workspace and content version, which every block changes. */
const blocksCache = new LRUCache<string, SourceBlock[]>({ max: 5_000 })

const NOTHING_BLOCKED: ReadonlySet<string> = new Set()

async function blocksOf(context: WorkspaceContext, contentVersion: number): Promise<SourceBlock[]> {
  const cacheKey = `${context.workspaceId} ${contentVersion}`
  const knownBlocks = blocksCache.get(cacheKey)
  if (knownBlocks) return knownBlocks
  const blockedRows = await readPublished(context, readBlockedSources)
  const sourceBlocks = blockedRows.map(({ question, sourceId }) => ({ question, sourceId }))
  blocksCache.set(cacheKey, sourceBlocks)
  return sourceBlocks
}

/** Sources that must not answer a question. Must not be called inside a transaction. */
export async function blockedSourceIds(
  context: WorkspaceContext,
  { text, contentVersion }: { text: string; contentVersion: number },
): Promise<ReadonlySet<string>> {
  const sourceBlocks = await blocksOf(context, contentVersion)
  if (sourceBlocks.length === 0) return NOTHING_BLOCKED
  const isParaphrase = closeParaphraseOf(text)
  return new Set(sourceBlocks.filter(({ question }) => isParaphrase(question)).map(({ sourceId }) => sourceId))
}
