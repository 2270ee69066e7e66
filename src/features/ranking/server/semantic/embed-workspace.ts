import { AppError } from '../../../../kernel/app-error.ts'
import { type Database, type Tx, workspaceTransaction } from '../../../../platform/db/index.ts'
import { BACKGROUND_SHARE, throttleTo } from '../../../../platform/jobs/index.ts'
import type { Embedder } from '../../../../platform/llm/index.ts'
import { packVectors } from '../../domain/semantic/vector-bytes.ts'
import { embeddedTexts } from '../../domain/text/embedded-text.ts'
import {
  deleteOtherModels,
  type EmbeddedEntry,
  outstandingEntries,
  pageEnd,
  serveModel,
  storedDimensions,
  writeEmbeddings,
} from './embeddings.queries.ts'
import { fitSemanticWeight } from './fit-semantic-weight.ts'
import type { TextEncoder } from './text-encoder.ts'

/** A refused text is tried again with this many characters: some models accept little. */
const MAX_RETRIED_CHARACTERS = 500
/** Any model accepts this text. */
const PROBE_TEXT = 'How does it work?'

export interface EmbedWorkspaceOptions {
  signal: AbortSignal
  /** Milliseconds after which it leaves the rest to a later run. */
  limitMs: number
  now?: () => number
}

/**
 * Embeds what the workspace's entries lack in the encoder's model. No transaction is open during a call of the model,
 * and every batch is stored, so that the next run continues an interrupted one. Once nothing is missing, fits the weight
 * of meaning, lets the model serve the workspace, and deletes the vectors of others. Returns whether it finished. Throws
 * what the embedder throws, conflict `embedding.dimensions_changed`, and when the signal is aborted.
 */
export async function embedWorkspace(
  db: Database,
  encoder: TextEncoder,
  workspaceId: string,
  { signal, limitMs, now = Date.now }: EmbedWorkspaceOptions,
): Promise<boolean> {
  const { model, languages, batchSize } = encoder
  const within = <T>(fn: (transaction: Tx) => Promise<T>) => workspaceTransaction(db, { workspaceId, userId: null }, fn)
  const throttled = encoder.isLocal ? throttleTo(BACKGROUND_SHARE, signal) : <T>(piece: () => Promise<T>) => piece()
  const until = now() + limitMs
  for (let after = '0'; ; ) {
    signal.throwIfAborted()
    const upTo = await within((transaction) => pageEnd(transaction, workspaceId, after))
    if (upTo === null) break
    for (;;) {
      const page = { model, languages, after, upTo, limit: batchSize }
      const entries = await within((transaction) => outstandingEntries(transaction, workspaceId, page))
      if (entries.length === 0) break
      const texts = entries.map(embeddedTexts)
      const vectors = await throttled(() => embedTexts(encoder.background, texts.flat(), signal))
      const dimensions = vectors.find(Boolean)?.length
      const embedded = entries.map(({ entry_no }, index): EmbeddedEntry => {
        const own = vectors.splice(0, texts[index]!.length)
        return { entry_no, vectors: own.every((one) => one !== null) && own.length ? packVectors(own) : null }
      })
      await within(async (transaction) => {
        const stored = await checkDimensions(transaction, workspaceId, { model, dimensions })
        await writeEmbeddings(transaction, workspaceId, { model, dimensions: stored }, embedded)
      })
      after = entries.at(-1)?.entry_no ?? upTo
      if (now() >= until) return false
      signal.throwIfAborted()
    }
    after = upTo
  }
  const fitted = await fitSemanticWeight(db, workspaceId, model, signal)
  await within((transaction) => serveModel(transaction, workspaceId, model, fitted))
  while (await within((transaction) => deleteOtherModels(transaction, workspaceId, model))) signal.throwIfAborted()
  return true
}

const isRefused = (error: unknown): boolean => error instanceof AppError && error.code === 'embedding.refused'

/** A vector per text; null for one that the model refuses although it takes others. */
async function embedTexts({ embed }: Embedder, texts: string[], signal: AbortSignal): Promise<(number[] | null)[]> {
  if (texts.length === 0) return []
  try {
    return await embed(texts, { signal })
  } catch (error) {
    if (!isRefused(error)) throw error
    // If not even this is accepted, the model or the address is wrong, and nothing must be written.
    await embed([PROBE_TEXT], { signal })
    const vectors: (number[] | null)[] = []
    for (const text of texts) vectors.push(await embedAlone(embed, text, signal))
    return vectors
  }
}

async function embedAlone(embed: Embedder['embed'], text: string, signal: AbortSignal): Promise<number[] | null> {
  for (const attempt of new Set([text, text.slice(0, MAX_RETRIED_CHARACTERS)])) {
    try {
      return (await embed([attempt], { signal }))[0] ?? null
    } catch (error) {
      if (!isRefused(error)) throw error
    }
  }
  return null
}

/** Vectors of two lengths under one model name cannot be compared; the first one decides. */
async function checkDimensions(
  transaction: Tx,
  workspaceId: string,
  { model, dimensions }: { model: string; dimensions: number | undefined },
): Promise<number> {
  const before = await storedDimensions(transaction, workspaceId, model)
  if (dimensions === undefined || before === null || dimensions === before) return before ?? dimensions ?? 0
  throw new AppError(
    'conflict',
    'embedding.dimensions_changed',
    `The model "${model}" now gives vectors of ${dimensions} numbers; those stored have ${before}. Set EMBEDDING_DIMENSIONS=${dimensions} to compute all again, or have the service give the former ones.`,
  )
}
