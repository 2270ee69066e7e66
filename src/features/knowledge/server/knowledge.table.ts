import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/db/columns.ts'
import { SOURCE_PRIORITIES, SOURCE_VISIBILITIES, SYNC_INTERVALS } from '../contract.ts'
import type { MarkedFaq } from '../domain/marked-faq.ts'

const workspaceId = () => uuid('workspace_id').notNull()

/** How much a source counts among those that say the same, and whether answers link to it. A page has its website's. */
const standing = () => ({
  priority: text('priority', { enum: SOURCE_PRIORITIES }).notNull().default('normal'),
  visibility: text('visibility', { enum: SOURCE_VISIBILITIES }).notNull().default('linked'),
})

/** A website that is read again and again. Its pages are rows of the ledger. */
export const websites = pgTable(
  'websites',
  {
    workspaceId: workspaceId(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    /** Where reading begins: whole, with its scheme. */
    url: text('url').notNull(),
    scope: text('scope', { enum: ['page', 'section', 'site'] }).notNull(),
    /** So many of its pages are kept, as its owner chose; null: as many as the plan allows. */
    pagesMax: integer('pages_max'),
    syncEvery: text('sync_every', { enum: SYNC_INTERVALS }).notNull().default('day'),
    ...standing(),
    /** Null: it is read again only when somebody asks for it. */
    nextSyncAt: instant('next_sync_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    uniqueIndex('websites_url').on(t.workspaceId, t.url),
    index('websites_due').on(t.nextSyncAt),
  ],
)

/** One pass over a website, with what came of it. */
export const websiteRuns = pgTable(
  'website_runs',
  {
    workspaceId: workspaceId(),
    id: uuid('id').notNull(),
    websiteId: uuid('website_id').notNull(),
    state: text('state', { enum: ['queued', 'running', 'completed', 'failed'] }).notNull(),
    /** Why it failed or left something out, in words. */
    reason: text('reason'),
    /** Addresses known, and those of them that have been dealt with. */
    found: integer('found').notNull().default(0),
    done: integer('done').notNull().default(0),
    /** Pages read for the first time, read anew, left as they were, not read for a reason, taken away, and failed. */
    added: integer('added').notNull().default(0),
    changed: integer('changed').notNull().default(0),
    unchanged: integer('unchanged').notNull().default(0),
    skipped: integer('skipped').notNull().default(0),
    removed: integer('removed').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    startedAt: instant('started_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    endedAt: instant('ended_at'),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({
      columns: [t.workspaceId, t.websiteId],
      foreignColumns: [websites.workspaceId, websites.id],
    }).onDelete('cascade'),
    index('website_runs_newest').on(t.workspaceId, t.websiteId, t.id),
  ],
)

/** The ledger: one row per text, file, page or item, with its state and the reason for it. */
export const sources = pgTable(
  'sources',
  {
    workspaceId: workspaceId(),
    id: uuid('id').notNull(),
    kind: text('kind', { enum: ['text', 'document', 'website', 'notion', 'google-drive'] }).notNull(),
    title: text('title').notNull(),
    url: text('url'),
    content: text('content'),
    state: text('state', { enum: ['queued', 'processing', 'ready', 'skipped', 'excluded', 'failed'] }).notNull(),
    reason: text('reason'),
    /** 0 to 100, while it is processed. */
    progress: integer('progress').notNull().default(0),
    chunkCount: integer('chunk_count').notNull().default(0),
    /** The website that a page belongs to. */
    websiteId: uuid('website_id'),
    /** The connected service that an item belongs to; null again when it was disconnected and the item kept. */
    integrationId: uuid('integration_id'),
    /** What the service calls it by. */
    externalId: text('external_id'),
    /** When it was last found where it comes from. */
    lastSeenAt: instant('last_seen_at'),
    /** Of the text that was read; what stays the same is left as it is. */
    contentHash: text('content_hash'),
    /** Questions that a page marks as such, with their answers; null where it has none. */
    markedFaqs: jsonb('marked_faqs').$type<MarkedFaq[]>(),
    /** Of a page: by which it is told that another says nearly the same (see `domain/resemblance.ts`). */
    sketch: text('sketch'),
    ...standing(),
    /** The validators of the last answer, for asking whether it has changed; of an item, its version there. */
    etag: text('etag'),
    lastModified: text('last_modified'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({
      columns: [t.workspaceId, t.websiteId],
      foreignColumns: [websites.workspaceId, websites.id],
    }).onDelete('cascade'),
    uniqueIndex('sources_page').on(t.workspaceId, t.websiteId, t.url),
    uniqueIndex('sources_item').on(t.workspaceId, t.integrationId, t.externalId),
  ],
)

/** An uploaded file. */
export const documents = pgTable(
  'documents',
  {
    workspaceId: workspaceId(),
    id: uuid('id').notNull(),
    sourceId: uuid('source_id').notNull(),
    name: text('name').notNull(),
    filePath: text('file_path').notNull(),
    fileType: text('file_type').notNull(),
    fileSize: integer('file_size').notNull(),
    processed: boolean('processed').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({ columns: [t.workspaceId, t.sourceId], foreignColumns: [sources.workspaceId, sources.id] }).onDelete(
      'cascade',
    ),
  ],
)

/** A passage that can be retrieved: of a FAQ (source_id is the FAQ's id) or of a source of the ledger. */
export const knowledgeChunks = pgTable(
  'knowledge_chunks',
  {
    workspaceId: workspaceId(),
    id: uuid('id').notNull(),
    sourceType: text('source_type', { enum: ['faq', 'url', 'document', 'notion', 'google'] }).notNull(),
    sourceId: uuid('source_id').notNull(),
    sourceName: text('source_name').notNull(),
    content: text('content').notNull(),
    /** Position within its source, from 0. */
    position: integer('position').notNull().default(0),
    /** Where in its source: «page 12», «slide 3». */
    place: text('place'),
    headingPath: text('heading_path').array().notNull().default([]),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index('knowledge_chunks_source').on(t.workspaceId, t.sourceType, t.sourceId),
  ],
)
