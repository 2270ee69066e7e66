import { LRUCache } from 'lru-cache'
import { readPublished, type WorkspaceContext } from '../../../workspaces/server/index.ts'
import { readBlockedSources } from './blocked-sources.queries.ts'
import { closeParaphraseOf } from './close-paraphrase.ts'

interface Block {
  question: string
  sourceId: string
}

/** By workspace and content version, which every block changes. */
const blocksCache = new LRUCache<string, Block[]>({ max: 5_000 })

const NOTHING_BLOCKED: ReadonlySet<string> = new Set()

async function blocksOf(context: WorkspaceContext, contentVersion: number): Promise<Block[]> {
  const key = `${context.workspaceId} ${contentVersion}`
  const known = blocksCache.get(key)
  if (known) return known
  const rows = await readPublished(context, readBlockedSources)
  const blocks = rows.map(({ question, sourceId }) => ({ question, sourceId }))
  blocksCache.set(key, blocks)
  return blocks
}

/** Sources that must not answer a question. Must not be called inside a transaction. */
export async function blockedSourceIds(
  context: WorkspaceContext,
  { text, contentVersion }: { text: string; contentVersion: number },
): Promise<ReadonlySet<string>> {
  const blocks = await blocksOf(context, contentVersion)
  if (blocks.length === 0) return NOTHING_BLOCKED
  const isSame = closeParaphraseOf(text)
  return new Set(blocks.filter(({ question }) => isSame(question)).map(({ sourceId }) => sourceId))
}
