import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/db/columns.ts'

const workspaceId = () => uuid('workspace_id').notNull()

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
    chunkCount: integer('chunk_count').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.id] })],
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
    headingPath: text('heading_path').array().notNull().default([]),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index('knowledge_chunks_source').on(t.workspaceId, t.sourceType, t.sourceId),
  ],
)
