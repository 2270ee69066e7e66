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
import {
  RUN_STATES,
  SOURCE_KINDS,
  SOURCE_PRIORITIES,
  SOURCE_STATES,
  SOURCE_TYPES,
  SOURCE_VISIBILITIES,
  SYNC_INTERVALS,
  WEBSITE_SCOPES,
} from '../contract.ts'
import type { MarkedFaq } from '../domain/marked-faq.ts'
import type { SourceImages } from '../domain/source-images.ts'

const workspaceId = () => uuid('workspace_id').notNull()

/** Weight of a source among equal matches, and what visitors see of it. A page has its website's values. */
const sourceSettings = () => ({
  priority: text('priority', { enum: SOURCE_PRIORITIES }).notNull().default('normal'),
  visibility: text('visibility', { enum: SOURCE_VISIBILITIES }).notNull().default('open'),
})

/** A website that is read again and again. Its pages are rows of the ledger. */
export const websites = pgTable(
  'websites',
  {
    workspaceId: workspaceId(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    /** Start of the crawl: the complete URL. */
    url: text('url').notNull(),
    scope: text('scope', { enum: WEBSITE_SCOPES }).notNull(),
    /** Patterns of addresses to read, all without one, and of addresses to leave out. */
    includePatterns: text('include_patterns').array().notNull().default([]),
    excludePatterns: text('exclude_patterns').array().notNull().default([]),
    /** Maximum number of its pages, as its owner chose; null for the plan's limit. */
    pagesMax: integer('pages_max'),
    /** CSS selector of the elements that hold a page's content; null where the page decides. */
    contentSelector: text('content_selector'),
    /** Fingerprints of blocks that most of its pages begin or end with. */
    repeatedBlocks: jsonb('repeated_blocks').$type<string[]>().notNull().default([]),
    syncEvery: text('sync_every', { enum: SYNC_INTERVALS }).notNull().default('day'),
    ...sourceSettings(),
    /** Null when it is read again only on request. */
    nextSyncAt: instant('next_sync_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.id] }),
    uniqueIndex('websites_url').on(table.workspaceId, table.url),
    index('websites_due').on(table.nextSyncAt),
  ],
)

/** One crawl of a website, with its results. */
export const websiteRuns = pgTable(
  'website_runs',
  {
    workspaceId: workspaceId(),
    id: uuid('id').notNull(),
    websiteId: uuid('website_id').notNull(),
    state: text('state', { enum: RUN_STATES }).notNull(),
    /** Why it failed or left something out, in words. */
    reason: text('reason'),
    /** The job that works on it; null while it waits. */
    jobId: text('job_id'),
    /** Maximum number of pages, and whether pages that need JavaScript could be read. */
    pagesMax: integer('pages_max'),
    hasBrowser: boolean('has_browser').notNull().default(false),
    /** Addresses known, and those of them that have been dealt with. */
    found: integer('found').notNull().default(0),
    done: integer('done').notNull().default(0),
    /** Numbers of new, updated, unchanged, skipped, removed and failed pages. */
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
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.id] }),
    foreignKey({
      columns: [table.workspaceId, table.websiteId],
      foreignColumns: [websites.workspaceId, websites.id],
    }).onDelete('cascade'),
    index('website_runs_newest').on(table.workspaceId, table.websiteId, table.id),
  ],
)

/** The ledger: one row per text, file, page or item, with its state and the reason for it. */
export const sources = pgTable(
  'sources',
  {
    workspaceId: workspaceId(),
    id: uuid('id').notNull(),
    kind: text('kind', { enum: SOURCE_KINDS }).notNull(),
    title: text('title').notNull(),
    url: text('url'),
    content: text('content'),
    state: text('state', { enum: SOURCE_STATES }).notNull(),
    reason: text('reason'),
    /** 0 to 100, while it is processed. */
    progress: integer('progress').notNull().default(0),
    chunkCount: integer('chunk_count').notNull().default(0),
    /** The website that a page belongs to. */
    websiteId: uuid('website_id'),
    /** The connected service that an item belongs to; null again when it was disconnected and the item kept. */
    integrationId: uuid('integration_id'),
    /** Id of the item at the service. */
    externalId: text('external_id'),
    /** When it was last found where it comes from. */
    lastSeenAt: instant('last_seen_at'),
    /** Hash of the extracted text; unchanged text is not stored again. */
    contentHash: text('content_hash'),
    /** Questions that a page marks as such, with their answers; null where it has none. */
    markedFaqs: jsonb('marked_faqs').$type<MarkedFaq[]>(),
    /** Its tables hold questions and answers, which can be imported as FAQs. */
    holdsFaqs: boolean('holds_faqs').notNull().default(false),
    /** Images of a document that its page shows; null where it has none. */
    images: jsonb('images').$type<SourceImages>(),
    /** Percentage of a page's own text that was kept; null for sources that are not pages. */
    keptShare: integer('kept_share'),
    /** Reads everything on a page, because its owner asked for it. */
    readWhole: boolean('read_whole').notNull().default(false),
    /** Sketch of a page for finding near duplicates (see `domain/resemblance.ts`). */
    sketch: text('sketch'),
    /** Difference to pages that say nearly the same under the same title: "2024", "Pro". */
    variant: text('variant'),
    /** Links of a page, relative to it: an unchanged page (304) does not send them again. */
    links: text('links').array().notNull().default([]),
    /** Address that a page redirects to or names as its canonical one, until the end of the crawl. */
    movedTo: text('moved_to'),
    /** Why the page is read later: `retry` at the end of the same crawl. */
    waitsFor: text('waits_for', { enum: ['limit', 'browser', 'retry'] }),
    /** The run that has dealt with the page: a continued run does not visit it again. */
    settledBy: uuid('settled_by'),
    ...sourceSettings(),
    /** Name of its page in addresses; null for a page of a website. */
    slug: text('slug'),
    /** Its page offers the uploaded file, and is in the sitemap. */
    offersOriginal: boolean('offers_original').notNull().default(false),
    isListed: boolean('is_listed').notNull().default(false),
    /** The validators of the last answer, for asking whether it has changed; of an item, its version there. */
    etag: text('etag'),
    lastModified: text('last_modified'),
    /** Hash of a page as the website sent it: the same bytes are not parsed again. */
    bodyHash: text('body_hash'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.id] }),
    foreignKey({
      columns: [table.workspaceId, table.websiteId],
      foreignColumns: [websites.workspaceId, websites.id],
    }).onDelete('cascade'),
    uniqueIndex('sources_page').on(table.workspaceId, table.websiteId, table.url),
    uniqueIndex('sources_item').on(table.workspaceId, table.integrationId, table.externalId),
    uniqueIndex('sources_slug').on(table.workspaceId, table.slug),
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
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.id] }),
    foreignKey({
      columns: [table.workspaceId, table.sourceId],
      foreignColumns: [sources.workspaceId, sources.id],
    }).onDelete('cascade'),
  ],
)

/** A passage that can be retrieved: of a FAQ (source_id is the FAQ's id) or of a source of the ledger. */
export const knowledgeChunks = pgTable(
  'knowledge_chunks',
  {
    workspaceId: workspaceId(),
    id: uuid('id').notNull(),
    sourceType: text('source_type', { enum: SOURCE_TYPES }).notNull(),
    sourceId: uuid('source_id').notNull(),
    sourceName: text('source_name').notNull(),
    content: text('content').notNull(),
    /** Position within its source, from 0. */
    position: integer('position').notNull().default(0),
    /** Place in the source: "page 12", "slide 3". */
    place: text('place'),
    headingPath: text('heading_path').array().notNull().default([]),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.id] }),
    index('knowledge_chunks_source').on(table.workspaceId, table.sourceType, table.sourceId),
  ],
)
