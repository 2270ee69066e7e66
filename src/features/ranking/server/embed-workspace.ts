import { AppError } from '../../../kernel/app-error.ts'
import { type Database, type Tx, workspaceTransaction } from '../../../platform/db/index.ts'
import type { Embedder } from '../../../platform/llm/index.ts'
import { embeddedText } from '../domain/embedded-text.ts'
import { ensureEmbeddingStore } from './embedding-store.ts'
import {
  deleteOtherModels,
  type OutstandingEntry,
  outstandingEntries,
  pageEnd,
  serveModel,
  writeEmbeddings,
} from './embeddings.queries.ts'

const BATCH = 64
/** A text that is refused is tried once more, cut to this many characters: some models read little. */
const SHORT_TEXT = 500
/** Any model takes this. */
const PLAIN_TEXT = 'How does it work?'

export interface EmbedWorkspaceOptions {
  signal: AbortSignal
  /** Milliseconds after which it leaves the rest to a later run. */
  limitMs: number
  now?: () => number
}

/**
 * Embeds what the workspace's entries lack in the embedder's model. No transaction is open while the model is waited
 * for; every batch is kept, so that a run that ends in its middle is taken up by the next. Once nothing is missing the
 * model serves the workspace, and the vectors of others are deleted. Returns whether it came to that. Throws what the
 * embedder throws, conflict `embedding.dimensions_changed`, and when the signal is aborted.
 */
export async function embedWorkspace(
  db: Database,
  embedder: Embedder,
  workspaceId: string,
  { signal, limitMs, now = Date.now }: EmbedWorkspaceOptions,
): Promise<boolean> {
  const { model } = embedder
  const within = <T>(fn: (tx: Tx) => Promise<T>) => workspaceTransaction(db, { workspaceId, userId: null }, fn)
  const until = now() + limitMs
  for (let after = '0'; ; ) {
    signal.throwIfAborted()
    const upTo = await within((tx) => pageEnd(tx, workspaceId, after))
    if (upTo === null) break
    for (;;) {
      const entries = await within((tx) => outstandingEntries(tx, workspaceId, { model, after, upTo, limit: BATCH }))
      if (entries.length === 0) break
      const vectors = await embedEntries(embedder, entries, signal)
      await ensureIndex(db, model, vectors)
      const embedded = entries.map(({ chunk_id, content_hash }, i) => ({ chunk_id, content_hash, vector: vectors[i]! }))
      await within((tx) => writeEmbeddings(tx, workspaceId, model, embedded))
      after = entries.at(-1)?.entry_no ?? upTo
      if (now() >= until) return false
      signal.throwIfAborted()
    }
    after = upTo
  }
  await within((tx) => serveModel(tx, workspaceId, model))
  while (await within((tx) => deleteOtherModels(tx, workspaceId, model))) signal.throwIfAborted()
  return true
}

const isRefused = (error: unknown): boolean => error instanceof AppError && error.code === 'embedding.refused'

/** A vector per entry; null where there is no text, or one that the model does not take although it takes others. */
async function embedEntries(
  embedder: Embedder,
  entries: OutstandingEntry[],
  signal: AbortSignal,
): Promise<(number[] | null)[]> {
  const texts = entries.map(embeddedText)
  const vectors = (await embedTexts(embedder, texts.filter(Boolean), signal)).values()
  return texts.map((text) => (text ? (vectors.next().value ?? null) : null))
}

async function embedTexts({ embed }: Embedder, texts: string[], signal: AbortSignal): Promise<(number[] | null)[]> {
  try {
    return await embed(texts, { signal })
  } catch (error) {
    if (!isRefused(error)) throw error
    // When not even this is taken, it is the model or the address that is wrong, and nothing is to be written.
    await embed([PLAIN_TEXT], { signal })
    const vectors: (number[] | null)[] = []
    for (const text of texts) vectors.push(await embedAlone(embed, text, signal))
    return vectors
  }
}

async function embedAlone(embed: Embedder['embed'], text: string, signal: AbortSignal): Promise<number[] | null> {
  for (const attempt of new Set([text, text.slice(0, SHORT_TEXT)])) {
    try {
      return (await embed([attempt], { signal }))[0] ?? null
    } catch (error) {
      if (!isRefused(error)) throw error
    }
  }
  return null
}

const indexed = new WeakMap<Database, Set<string>>()

/** The length of the vectors is known only once the first has come. */
async function ensureIndex(db: Database, model: string, vectors: (number[] | null)[]): Promise<void> {
  const dimensions = vectors.find(Boolean)?.length
  if (dimensions === undefined) return
  const done = indexed.get(db) ?? new Set()
  indexed.set(db, done)
  const key = `${dimensions} ${model}`
  if (done.has(key)) return
  await ensureEmbeddingStore(db, { model, dimensions })
  done.add(key)
}
