import { AppError } from '../../../../kernel/app-error.ts'
import { type Database, type Tx, workspaceTransaction } from '../../../../platform/db/index.ts'
import { BACKGROUND_SHARE, throttleTo } from '../../../../platform/jobs/index.ts'
import type { Embedder } from '../../../../platform/llm/index.ts'
import { packVectors } from '../../domain/semantic/vector-bytes.ts'
import { embeddedTexts } from '../../domain/text/embedded-text.ts'
import {
  deleteOtherModels,
  type EmbeddedEntry,
  endOfPage,
  outstandingEntries,
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
  database: Database,
  textEncoder: TextEncoder,
  workspaceId: string,
  { signal, limitMs, now = Date.now }: EmbedWorkspaceOptions,
): Promise<boolean> {
  const { model, languages, batchSize } = textEncoder
  const inTransaction = <T>(transactionWork: (transaction: Tx) => Promise<T>) =>
    workspaceTransaction(database, { workspaceId, userId: null }, transactionWork)
  const throttled = textEncoder.isLocal
    ? throttleTo(BACKGROUND_SHARE, signal)
    : <T>(throttledWork: () => Promise<T>) => throttledWork()
  const timeLimit = now() + limitMs
  for (let afterEntry = '0'; ; ) {
    signal.throwIfAborted()
    const pageEndEntry = await inTransaction((transaction) => endOfPage(transaction, workspaceId, afterEntry))
    if (pageEndEntry === null) break
    for (;;) {
      const entryPage = { model, languages, after: afterEntry, upTo: pageEndEntry, limit: batchSize }
      const pageEntries = await inTransaction((transaction) => outstandingEntries(transaction, workspaceId, entryPage))
      if (pageEntries.length === 0) break
      const textsOfEntries = pageEntries.map(embeddedTexts)
      const textVectors = await throttled(() => embedTexts(textEncoder.background, textsOfEntries.flat(), signal))
      const dimensions = textVectors.find(Boolean)?.length
      const embedded = pageEntries.map(({ entry_no }, entryIndex): EmbeddedEntry => {
        const ownVectors = textVectors.splice(0, textsOfEntries[entryIndex]!.length)
        return {
          entry_no,
          vectors:
            ownVectors.every((textVector) => textVector !== null) && ownVectors.length ? packVectors(ownVectors) : null,
        }
      })
      await inTransaction(async (transaction) => {
        const storedSpace = await checkDimensions(transaction, workspaceId, { model, dimensions })
        await writeEmbeddings(transaction, workspaceId, { model, dimensions: storedSpace }, embedded)
      })
      afterEntry = pageEntries.at(-1)?.entry_no ?? pageEndEntry
      if (now() >= timeLimit) return false
      signal.throwIfAborted()
    }
    afterEntry = pageEndEntry
  }
  const fittedWeight = await fitSemanticWeight(database, workspaceId, model, signal)
  await inTransaction((transaction) => serveModel(transaction, workspaceId, model, fittedWeight))
  while (await inTransaction((transaction) => deleteOtherModels(transaction, workspaceId, model)))
    signal.throwIfAborted()
  return true
}

const isRefused = (error: unknown): boolean => error instanceof AppError && error.code === 'embedding.refused'

/** A vector per text; null for one that the model refuses although it takes others. */
async function embedTexts(
  { embed }: Embedder,
  textsOfEntries: string[],
  abortSignal: AbortSignal,
): Promise<(number[] | null)[]> {
  if (textsOfEntries.length === 0) return []
  try {
    return await embed(textsOfEntries, { signal: abortSignal })
  } catch (error) {
    if (!isRefused(error)) throw error
    // If not even this is accepted, the model or the address is wrong, and nothing must be written.
    await embed([PROBE_TEXT], { signal: abortSignal })
    const textVectors: (number[] | null)[] = []
    for (const embeddedText of textsOfEntries) textVectors.push(await embedAlone(embed, embeddedText, abortSignal))
    return textVectors
  }
}

async function embedAlone(
  embedTextList: Embedder['embed'],
  embeddedText: string,
  abortSignal: AbortSignal,
): Promise<number[] | null> {
  for (const attemptedText of new Set([embeddedText, embeddedText.slice(0, MAX_RETRIED_CHARACTERS)])) {
    try {
      return (await embedTextList([attemptedText], { signal: abortSignal }))[0] ?? null
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
  const dimensionsBefore = await storedDimensions(transaction, workspaceId, model)
  if (dimensions === undefined || dimensionsBefore === null || dimensions === dimensionsBefore)
    return dimensionsBefore ?? dimensions ?? 0
  throw new AppError(
    'conflict',
    'embedding.dimensions_changed',
    `The model "${model}" now gives vectors of ${dimensions} numbers; those stored have ${dimensionsBefore}. Set EMBEDDING_DIMENSIONS=${dimensions} to compute all again, or have the service give the former ones.`,
  )
}
