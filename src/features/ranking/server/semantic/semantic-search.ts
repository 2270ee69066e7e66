import { z } from 'zod'
import type { EmbeddingConfig } from '../../../../platform/config/index.ts'
import { type Database, systemTransaction, type Tx } from '../../../../platform/db/index.ts'
import { defineJob, type JobDefinition, type Jobs } from '../../../../platform/jobs/index.ts'
import { createEmbedder, type Embedder, embeddingName, embeddingNamed } from '../../../../platform/llm/index.ts'
import type { Logger } from '../../../../platform/log/index.ts'
import { embedWorkspace } from './embed-workspace.ts'
import { dropUnusedIndexes, ensureEmbeddingStore } from './embedding-store.ts'
import { type ServedEmbeddings, servedEmbeddings, unembeddedWorkspaces } from './embeddings.queries.ts'
import type { QuestionEmbedding } from './nearest-entries.ts'
import { createQuestionVectors } from './question-vectors.ts'

export interface SemanticStatus {
  /** A model is set. */
  configured: boolean
  /** The database can keep vectors, so it is used. */
  available: boolean
  /** Returns the reason for the operator why it is not available; null when it is. */
  reason: string | null
}

/** Search by meaning: everything of it that lives as long as the process. */
export interface SemanticSearch {
  status(): SemanticStatus
  /** To be given to `startJobs`; empty when it is not available. */
  jobs: JobDefinition[]
  /** Receives the queue, and sends jobs for missing embeddings. */
  start(jobs: Jobs): Promise<void>
  /** Part of the transaction that changes a workspace's entries. */
  contentChanged(transaction: Tx, workspaceId: string): Promise<void>
  /** Model and version that serve the workspace; null when there are none and questions need no vector. */
  served(transaction: Tx, workspaceId: string): Promise<ServedEmbeddings | null>
  /**
   * The question in the space of the model that serves, for `searchEntries`. Waits at most 700 ms, never throws: null
   * when there is none to be had. Never call it inside a transaction.
   */
  embedQuestion(served: ServedEmbeddings, text: string, signal?: AbortSignal): Promise<QuestionEmbedding | null>
}

/** A run hands what is left over to the next one, well before it would be aborted. */
const RUN_LIMIT_MS = 8 * 60_000
const RUN_EXPIRES_SECONDS = 15 * 60
const SETTLE_SECONDS = 2
/** With growing pauses of up to five minutes, about half an hour of an embedding service that is down. */
const RETRIES = 12

const NOT_CONFIGURED = 'EMBEDDING_MODEL is not set.'
const NO_PGVECTOR = 'The PostgreSQL server has no pgvector extension, or this user may not create it.'

/** Prepares the database for the configured model. Without success, search works by words only. */
export async function openSemanticSearch(options: {
  db: Database
  config: EmbeddingConfig | null
  log: Logger
}): Promise<SemanticSearch> {
  const { db, config, log } = options
  if (!config) return switchedOff({ configured: false, available: false, reason: NOT_CONFIGURED })
  const reason = db.vector ? await prepare(db, config, log) : NO_PGVECTOR
  if (reason === null) return switchedOn(db, config, log)
  log.warn({ reason }, 'EMBEDDING_MODEL is set, but search by meaning is not available')
  return switchedOff({ configured: true, available: false, reason })
}

const switchedOff = (status: SemanticStatus): SemanticSearch => ({
  status: () => status,
  jobs: [],
  start: async () => {},
  contentChanged: async () => {},
  served: async () => null,
  embedQuestion: async () => null,
})

async function prepare(db: Database, config: EmbeddingConfig, log: Logger): Promise<string | null> {
  const model = embeddingName(config)
  try {
    await ensureEmbeddingStore(db, { model, dimensions: null })
    return null
  } catch (error) {
    log.error({ err: error }, 'The store of embeddings could not be prepared')
    return error instanceof Error ? error.message : String(error)
  }
}

function switchedOn(db: Database, config: EmbeddingConfig, log: Logger): SemanticSearch {
  const queue = Promise.withResolvers<Jobs>()
  // Questions have a circuit breaker of their own: too slow for a visitor is not too slow for the background.
  const background = createEmbedder(config, log)
  const questions = embeddersByName(config, log)
  const vectors = createQuestionVectors()

  const embedEntries = defineJob({
    name: 'ranking.embed',
    schema: z.object({ workspace_id: z.uuid() }),
    retryLimit: RETRIES,
    expireInSeconds: RUN_EXPIRES_SECONDS,
    handler: async ({ workspace_id: id }, { signal }) => {
      const done = await embedWorkspace(db, background, id, { signal, limitMs: RUN_LIMIT_MS })
      if (!done) await (await queue.promise).send(null, embedEntries, { workspace_id: id }, { singletonKey: id })
    },
  })
  /** Processes a changed model, and interrupted work. */
  const findUnembedded = defineJob({
    name: 'ranking.find-unembedded',
    schema: z.object({}),
    cron: '17 * * * *',
    handler: async () => {
      const jobs = await queue.promise
      await dropUnusedIndexes(db, background.model)
      const ids = await systemTransaction(db, (transaction) => unembeddedWorkspaces(transaction, background.model))
      for (const id of ids) await jobs.send(null, embedEntries, { workspace_id: id }, { singletonKey: id })
    },
  })
  return {
    status: () => ({ configured: true, available: true, reason: null }),
    jobs: [embedEntries, findUnembedded],
    start: async (jobs) => {
      queue.resolve(jobs)
      await jobs.send(null, findUnembedded, {}, { singletonKey: 'start' })
    },
    contentChanged: async (transaction, id) => {
      const options = { singletonKey: id, startAfterSeconds: SETTLE_SECONDS }
      await (await queue.promise).send(transaction, embedEntries, { workspace_id: id }, options)
    },
    served: servedEmbeddings,
    embedQuestion: async ({ model }, text, signal) => {
      const vector = await vectors.vectorOf(questions(model), text, signal)
      return vector && { model, vector }
    },
  }
}

/** While vectors of a former model serve, questions are put to that model, at the same address. */
function embeddersByName(config: EmbeddingConfig, log: Logger): (name: string) => Embedder {
  const embedders = new Map<string, Embedder>()
  return (name) => {
    const embedder = embedders.get(name) ?? createEmbedder(embeddingNamed(config, name), log)
    embedders.set(name, embedder)
    return embedder
  }
}
