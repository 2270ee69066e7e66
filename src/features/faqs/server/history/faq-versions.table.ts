import { integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../../platform/db/columns.ts'
import type { FaqContent } from '../../contract.ts'

/**
 * Content of a FAQ after each saved change. Versions outlive the FAQ's time in the trash and are deleted with it, so
 * there is no foreign key. Names are stored as text, as in the audit log.
 */
export const faqVersions = pgTable(
  'faq_versions',
  {
    workspaceId: uuid('workspace_id').notNull(),
    id: uuid('id').notNull().defaultRandom(),
    faqId: uuid('faq_id').notNull(),
    /** 1 as it was created. */
    version: integer('version').notNull(),
    content: jsonb('content').$type<Partial<FaqContent>>().notNull(),
    /** The version that was brought back with this one. */
    restoredFrom: integer('restored_from'),
    savedByKind: text('saved_by_kind', { enum: ['person', 'api_key', 'system'] }).notNull(),
    savedById: uuid('saved_by_id'),
    savedByName: text('saved_by_name').notNull(),
    savedAt: instant('saved_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.id] }),
    unique('faq_versions_number').on(table.workspaceId, table.faqId, table.version),
  ],
)
