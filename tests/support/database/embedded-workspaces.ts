// Workspaces with entries and their embeddings, for tests of the search by meaning.
import { type IndexEntry, searchMemoryIndex, type TextEncoder } from '../../../src/features/ranking/server/index.ts'
import { servedEmbeddings } from '../../../src/features/ranking/server/semantic/embeddings.queries.ts'
import type { EmbeddingConfig } from '../../../src/platform/config/index.ts'
import { createEmbedder, type Embedder } from '../../../src/platform/llm/index.ts'
import { silentLogger } from '../../../src/platform/log/index.ts'
import { createTextEncoder } from '../../../src/wire/text-encoder.ts'
import { entry, indexedWorkspace } from '../content/indexed-entries.ts'
import type { TestContext } from '../content/test-context.ts'
import type { EmbeddingServer } from '../models/embedding-server.ts'

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
  const workspace = await indexedWorkspace(testContext, owner, entries)
  const { id, within } = workspace
  return {
    ...workspace,
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
