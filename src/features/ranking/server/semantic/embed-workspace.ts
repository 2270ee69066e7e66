import { AppError } from '../../../../kernel/app-error.ts'
import { type Database, type Tx, workspaceTransaction } from '../../../../platform/db/index.ts'
import type { Embedder } from '../../../../platform/llm/index.ts'
import { embeddedText } from '../../domain/text/embedded-text.ts'
import { ensureEmbeddingStore } from './embedding-store.ts'
import {
  deleteOtherModels,
  hasMoreEntries,
  type OutstandingEntry,
  outstandingEntries,
  pageEnd,
  serveModel,
  storedLength,
  writeEmbeddings,
} from './embeddings.queries.ts'
import { EXACT_ENTRIES } from './nearest-entries.ts'

const BATCH = 64
/** A text that is refused is tried once more, cut to this many characters: some models read little. */
const SHORT_TEXT = 500
/** Any model takes this. */
const PLAIN_TEXT = 'How does it work?'

type Within = <T>(fn: (transaction: Tx) => Promise<T>) => Promise<T>

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
  const within: Within = (fn) => workspaceTransaction(db, { workspaceId, userId: null }, fn)
  const until = now() + limitMs
  for (let after = '0'; ; ) {
    signal.throwIfAborted()
    const upTo = await within((transaction) => pageEnd(transaction, workspaceId, after))
    if (upTo === null) break
    for (;;) {
      const entries = await within((transaction) =>
        outstandingEntries(transaction, workspaceId, { model, after, upTo, limit: BATCH }),
      )
      if (entries.length === 0) break
      const vectors = await embedEntries(embedder, entries, signal)
      const embedded = entries.map(({ chunk_id, content_hash }, index) => ({
        chunk_id,
        content_hash,
        vector: vectors[index]!,
      }))
      await within(async (transaction) => {
        await checkLength(transaction, workspaceId, model, vectors)
        await writeEmbeddings(transaction, workspaceId, model, embedded)
      })
      after = entries.at(-1)?.entry_no ?? upTo
      if (now() >= until) return false
      signal.throwIfAborted()
    }
    after = upTo
  }
  await indexLarge(db, model, within, workspaceId)
  await within((transaction) => serveModel(transaction, workspaceId, model))
  while (await within((transaction) => deleteOtherModels(transaction, workspaceId, model))) signal.throwIfAborted()
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

/** Vectors of two lengths under one model name cannot be compared; the first one decides. */
async function checkLength(
  transaction: Tx,
  workspaceId: string,
  model: string,
  vectors: (number[] | null)[],
): Promise<void> {
  const now = vectors.find(Boolean)?.length
  const before = await storedLength(transaction, workspaceId, model)
  if (now === undefined || before === null || now === before) return
  throw new AppError(
    'conflict',
    'embedding.dimensions_changed',
    `The model "${model}" now gives vectors of ${now} numbers; those stored have ${before}. Set EMBEDDING_DIMENSIONS=${now} to build them anew, or have the service give the former ones.`,
  )
}

/** In a large workspace not all vectors are compared; see `MOST_COMPARED` for the embedded database. */
async function indexLarge(db: Database, model: string, within: Within, workspaceId: string): Promise<void> {
  if (db.kind !== 'postgres') return
  const dimensions = await within(async (transaction) =>
    (await hasMoreEntries(transaction, workspaceId, EXACT_ENTRIES))
      ? storedLength(transaction, workspaceId, model)
      : null,
  )
  if (dimensions !== null) await ensureEmbeddingStore(db, { model, dimensions })
}
