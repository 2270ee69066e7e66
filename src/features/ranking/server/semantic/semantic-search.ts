import { z } from 'zod'
import { type Database, systemTransaction, type Tx } from '../../../../platform/db/index.ts'
import { defineJob, type JobDefinition, type Jobs } from '../../../../platform/jobs/index.ts'
import { detectLanguage } from '../../domain/text/languages.ts'
import type { QuestionEmbedding } from '../search-memory-index.ts'
import { embedWorkspace } from './embed-workspace.ts'
import {
  type EmbeddingProgress,
  embeddingProgress,
  hasServed,
  type ServedEmbeddings,
  servedEmbeddings,
  unembeddedWorkspaces,
} from './embeddings.queries.ts'
import { createQuestionVectors } from './question-vectors.ts'
import type { TextEncoder } from './text-encoder.ts'

export interface EmbeddedQuestion {
  /** Null: the question is searched by its words alone. */
  embedding: QuestionEmbedding | null
  /** The model failed or took too long: the next search may find more. */
  isMissing: boolean
}

/** Search by meaning: its state lives as long as the process. */
export interface SemanticSearch {
  /** For `startJobs`; empty when it is off. */
  jobs: JobDefinition[]
  /** The configured local model that is not on this machine, which turns search by meaning off. */
  missingModel: string | null
  /** Receives the queue, and sends jobs for missing embeddings. */
  start(jobs: Jobs): Promise<void>
  /** Part of the transaction that changes a workspace's entries. */
  contentChanged(transaction: Tx, workspaceId: string): Promise<void>
  /** Model and version that serve the workspace; null when there are none and questions need no vector. */
  served(transaction: Tx, workspaceId: string): Promise<ServedEmbeddings | null>
  /**
   * The question in the space of the model that serves. Waits as long as `createQuestionVectors` says, never throws. Must
   * not be called inside a transaction.
   */
  embedQuestion(served: ServedEmbeddings, text: string, signal?: AbortSignal): Promise<EmbeddedQuestion>
  /** Loads a local model where a workspace has vectors, so that the first question does not wait for it. Never throws. */
  warm(): Promise<void>
  /** Null when it is off. */
  progress(transaction: Tx, workspaceId: string): Promise<EmbeddingProgress | null>
  /** True when the last attempt to embed the workspace's entries failed. Must not be called inside a transaction. */
  isFailing(workspaceId: string): Promise<boolean>
  close(): Promise<void>
}

/** A run leaves the rest to the next one, well before it would be aborted. */
const RUN_LIMIT_MS = 8 * 60_000
const RUN_EXPIRES_SECONDS = 15 * 60
const SETTLE_SECONDS = 2
/** With growing pauses of up to five minutes, about half an hour of an embedding service that is down. */
const RETRIES = 12

const NO_EMBEDDING: EmbeddedQuestion = { embedding: null, isMissing: false }

/** Search by meaning with this encoder; null: by words only. */
export const createSemanticSearch = (
  db: Database,
  encoder: TextEncoder | null,
  missingModel: string | null = null,
): SemanticSearch => (encoder ? switchedOn(db, encoder) : { ...SWITCHED_OFF, missingModel })

const SWITCHED_OFF: Omit<SemanticSearch, 'missingModel'> = {
  jobs: [],
  start: async () => {},
  contentChanged: async () => {},
  served: async () => null,
  embedQuestion: async () => NO_EMBEDDING,
  warm: async () => {},
  progress: async () => null,
  isFailing: async () => false,
  close: async () => {},
}

function switchedOn(db: Database, encoder: TextEncoder): SemanticSearch {
  const queue = Promise.withResolvers<Jobs>()
  const vectors = createQuestionVectors({ isLocal: encoder.isLocal })

  const embedEntries = defineJob({
    name: 'ranking.embed',
    schema: z.object({ workspace_id: z.uuid() }),
    retryLimit: RETRIES,
    expireInSeconds: RUN_EXPIRES_SECONDS,
    handler: async ({ workspace_id: id }, { signal }) => {
      const done = await embedWorkspace(db, encoder, id, { signal, limitMs: RUN_LIMIT_MS })
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
      const ids = await systemTransaction(db, (transaction) => unembeddedWorkspaces(transaction, encoder))
      for (const id of ids) await jobs.send(null, embedEntries, { workspace_id: id }, { singletonKey: id })
    },
  })
  return {
    jobs: [embedEntries, findUnembedded],
    missingModel: null,
    start: async (jobs) => {
      queue.resolve(jobs)
      await jobs.send(null, findUnembedded, {}, { singletonKey: 'start' })
    },
    contentChanged: async (transaction, id) => {
      const options = { singletonKey: id, startAfterSeconds: SETTLE_SECONDS }
      await (await queue.promise).send(transaction, embedEntries, { workspace_id: id }, options)
    },
    served: servedEmbeddings,
    embedQuestion: async (served, text, signal) => {
      const embedder = encoder.questionsFor(served.model)
      if (!embedder || !isSpoken(encoder, text)) return NO_EMBEDDING
      const vector = await vectors.vectorOf(embedder, text, signal)
      return vector ? { embedding: { served, vector }, isMissing: false } : { embedding: null, isMissing: true }
    },
    warm: async () => {
      if (!encoder.isLocal) return
      const isServing = await systemTransaction(db, (transaction) => hasServed(transaction, encoder.model)).catch(
        () => false,
      )
      if (isServing)
        await encoder
          .questionsFor(encoder.model)
          ?.embed(['ready'])
          .catch(() => {})
    },
    progress: (transaction, workspaceId) => embeddingProgress(transaction, workspaceId, encoder),
    isFailing: async (workspaceId) => (await queue.promise).isFailing(embedEntries, workspaceId),
    close: () => encoder.close(),
  }
}

const isSpoken = ({ languages }: TextEncoder, text: string): boolean =>
  languages === null || languages.includes(detectLanguage(text))
