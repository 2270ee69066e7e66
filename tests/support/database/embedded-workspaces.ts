// Workspaces with entries and their embeddings, for tests of the search by meaning.
import {
  type IndexEntry,
  indexEntries,
  removeEntries,
  searchMemoryIndex,
  type TextEncoder,
} from '../../../src/features/ranking/server/index.ts'
import { servedEmbeddings } from '../../../src/features/ranking/server/semantic/embeddings.queries.ts'
import { newId } from '../../../src/kernel/ids.ts'
import type { EmbeddingConfig } from '../../../src/platform/config/index.ts'
import { type Tx, workspaceTransaction } from '../../../src/platform/db/index.ts'
import { createEmbedder, type Embedder } from '../../../src/platform/llm/index.ts'
import { silentLogger } from '../../../src/platform/log/index.ts'
import { createTextEncoder } from '../../../src/wire/text-encoder.ts'
import type { TestContext } from '../content/test-context.ts'
import type { EmbeddingServer } from '../models/embedding-server.ts'

export const entry = (question: string, body: string, more: Partial<IndexEntry> = {}): IndexEntry => ({
  chunk_id: newId(),
  kind: 'faq',
  source_id: newId(),
  language: 'en',
  question,
  alternatives: [],
  body,
  ...more,
})

export const refund = () => entry('How do I get a refund?', 'Open Billing and press Refund. It takes five days.')
export const password = () => entry('How do I reset my password?', 'Choose Forgot on the first page and follow it.')
export const aquarium = () => entry('When may we see the aquarium?', 'From Monday to Friday, nine to five.')
export const umbrella = () => entry('Which umbrella withstands a gale?', 'The Storm, made of steel.')
export const dogs = () => entry('Are dogs welcome?', 'In the garden, on a lead.')
export const scones = () => entry('Do you have scones without gluten?', 'Yes, every morning.')

/** Without a word in common with what answers them, and none that the bundled synonyms know. */
export const PARAPHRASES = [
  ['goldfish tank', aquarium().question],
  ['sturdy brolly against tempest', umbrella().question],
  ['bringing my hound', dogs().question],
  ['coeliac pastry', scones().question],
] as const

/** Entries about other things; `from` keeps them apart from those made before. */
export const filler = (count: number, from = 0): IndexEntry[] =>
  Array.from({ length: count }, (_, index) =>
    entry(
      `What does part ${from + index} of the catalog cost?`,
      `Article ${(from + index) * 7} is on page ${from + index}.`,
    ),
  )

export const embeddingConfig = (server: EmbeddingServer, options: Partial<EmbeddingConfig> = {}): EmbeddingConfig => ({
  model: 'fake-model',
  baseUrl: server.url,
  apiKey: null,
  dimensions: null,
  ...options,
})

export const encoderOf = (server: EmbeddingServer, options: Partial<EmbeddingConfig> = {}): TextEncoder =>
  createTextEncoder(
    { semantic: { kind: 'remote', embedding: embeddingConfig(server, options) }, dataDir: '' },
    silentLogger,
  ) as TextEncoder

export const embedderOf = (server: EmbeddingServer, options: Partial<EmbeddingConfig> = {}): Embedder =>
  createEmbedder(embeddingConfig(server, options), silentLogger)

/** A workspace of its own with these entries, and the verbs bound to it. */
export async function workspaceWith(testContext: TestContext, owner: string, ...entries: IndexEntry[]) {
  const { id } = await testContext.workspace(owner)
  const within = <T>(fn: (transaction: Tx) => Promise<T>) =>
    workspaceTransaction(testContext.db, { workspaceId: id, userId: null }, fn)
  await within((transaction) => indexEntries(transaction, id, entries))
  return {
    id,
    within,
    index: (...more: IndexEntry[]) => within((transaction) => indexEntries(transaction, id, more)),
    remove: (...chunkIds: string[]) => within((transaction) => removeEntries(transaction, id, chunkIds)),
    /** With the text's vector of an embedder, or by words alone. */
    search: async (text: string, embedder?: Embedder, limit = 5) => {
      const [vector] = embedder ? await embedder.embed([text]) : []
      const served = await within((transaction) => servedEmbeddings(transaction, id))
      const embedding =
        embedder && vector && served ? { embedding: { served: { ...served, model: embedder.model }, vector } } : {}
      return searchMemoryIndex(testContext.db, { id, contentVersion: null }, { text, limit, ...embedding })
    },
    /** All that is stored of its embeddings, past row-level security. */
    embeddings: async () =>
      (
        await testContext.db.pool.query<{ chunk_id: string; model: string; vectors: string | null }>(
          `select s.chunk_id, e.model, encode(e.vectors, 'hex') as vectors
           from entry_embeddings e join search_entries s using (workspace_id, entry_no)
           where workspace_id = $1 order by chunk_id, model`,
          [id],
        )
      ).rows,
    served: async () =>
      (
        await testContext.db.pool.query<{ model: string }>(
          'select model from served_embeddings where workspace_id = $1',
          [id],
        )
      ).rows[0]?.model ?? null,
  }
}
