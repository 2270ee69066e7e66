import { z } from 'zod'
import { rest } from '../../kernel/procedure.ts'
import { idSchema, optionalText, pageInput, pageOf, plainText, requiredText, timestamp } from '../../kernel/wire.ts'
import { workspaceProcedure } from '../workspaces/contract.ts'
import { SOURCE_KINDS, SOURCE_TYPES } from './contract/source-kinds.ts'
import {
  SOURCE_PRIORITIES,
  SOURCE_STATES,
  SOURCE_VISIBILITIES,
  sourceSettingsInput,
} from './contract/source-settings.ts'
import { websitesContract } from './contract/websites.ts'

export * from './contract/documents.ts'
export * from './contract/source-kinds.ts'
export * from './contract/source-page.ts'
export * from './contract/source-settings.ts'
export * from './contract/websites.ts'

export const TEXT_CONTENT_MAX = 2 * 1024 * 1024

export const CONTENT_PAGE_SIZE = 25

/** Percentage of a page's text below which its owner is informed. */
export const KEPT_SHARE_LOW = 80

/** One row of the ledger: a text, file, page or item with its state and the reason for it. */
export const sourceSchema = z.object({
  id: idSchema,
  kind: z.enum(SOURCE_KINDS),
  title: z.string(),
  url: z.string().nullable(),
  state: z.enum(SOURCE_STATES),
  reason: z.string().nullable(),
  /** 0 to 100, while it is processed. */
  progress: z.number().int(),
  chunk_count: z.number().int(),
  /** Percentage of a page's own text that was kept; null for anything else. */
  kept_share: z.number().int().nullable(),
  /** Its tables hold questions and answers, which can be imported as FAQs. */
  holds_faqs: z.boolean(),
  /** Everything on the page is read, because its owner asked for it. */
  read_whole: z.boolean(),
  /** The website a page belongs to. */
  website_id: idSchema.nullable(),
  /** The connected service an item belongs to; null once that was disconnected. */
  integration_id: idSchema.nullable(),
  /** Size of an uploaded file in bytes. */
  file_size: z.number().int().nullable(),
  priority: z.enum(SOURCE_PRIORITIES),
  visibility: z.enum(SOURCE_VISIBILITIES),
  /** Name of its page in addresses; null for a page of a website, which has its own. */
  slug: z.string().nullable(),
  offers_original: z.boolean(),
  is_listed: z.boolean(),
  last_seen_at: timestamp.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
})
export type Source = z.output<typeof sourceSchema>

export const textInput = z.object({
  title: requiredText(300, 'Please enter a title.'),
  content: requiredText(TEXT_CONTENT_MAX, 'Please enter some text.'),
  url: z
    .url({ protocol: /^https?$/, error: 'Please enter a valid URL' })
    .max(2000)
    .optional(),
})

export const SOURCES_SEARCH_MAX = 200

export const sourcesInput = pageInput.extend({
  /** Case-insensitive text in the title or URL. */
  q: plainText().max(SOURCES_SEARCH_MAX).optional(),
  kind: z.enum(SOURCE_KINDS).optional(),
  state: z.enum(SOURCE_STATES).optional(),
  website_id: idSchema.optional(),
  integration_id: idSchema.optional(),
})

/** A group of the Content tab: all passages of one FAQ, file, page, text or item. */
export const contentItemSchema = z.object({
  source_type: z.enum(SOURCE_TYPES),
  source_id: idSchema,
  source_name: z.string(),
  chunk_count: z.number().int(),
  created_at: timestamp,
})
export type ContentItem = z.output<typeof contentItemSchema>

const sourceIdSchema = z.object({ id: idSchema })

export const knowledgeContract = {
  sources: workspaceProcedure('source.read')
    .route(rest('GET /sources', 'Sources', 'List sources with their state'))
    .input(sourcesInput)
    .output(pageOf(sourceSchema)),
  /** Text of a source as it is searched. */
  readSource: workspaceProcedure('source.read', { ids: { id: 'source' } })
    .route(rest('GET /sources/{id}', 'Sources', 'Read a source and its text'))
    .input(sourceIdSchema)
    .output(z.object({ source: sourceSchema, text: z.string().nullable() })),
  createTexts: workspaceProcedure('source.write', { writes: true, maxBodyBytes: 32 * 1024 * 1024 })
    .route(rest('POST /texts', 'Sources', 'Add texts to the knowledge base'))
    .input(z.object({ items: z.array(textInput).min(1).max(200, { error: 'At most 200 texts per call.' }) }))
    .output(z.object({ ids: z.array(idSchema) })),
  /** Takes a little more than a document may have, for what surrounds it. */
  uploadDocument: workspaceProcedure('source.write', { writes: true, maxBodyBytes: 27 * 1024 * 1024 })
    .route(rest('POST /documents', 'Sources', 'Upload a document'))
    .input(z.object({ file: z.file() }))
    .output(sourceSchema),
  /** Reads it once more; `whole` decides whether everything on a page is read or its main content. */
  retrySource: workspaceProcedure('source.write', { writes: true, ids: { id: 'source' } })
    .route(rest('POST /sources/{id}/retry', 'Sources', 'Read a source again'))
    .input(sourceIdSchema.extend({ whole: z.boolean().optional() }))
    .output(sourceSchema),
  /** Set for a file or text; a page has its website's. */
  updateSource: workspaceProcedure('source.write', { writes: true, conditional: true, ids: { id: 'source' } })
    .route(rest('PATCH /sources/{id}', 'Sources', 'Change how a source is used'))
    .input(sourceSettingsInput.extend({ id: idSchema }))
    .output(sourceSchema),
  /** A page or an item becomes excluded, so that the next sync does not bring it back; anything else is gone. */
  deleteSource: workspaceProcedure('source.write', { writes: true, conditional: true, ids: { id: 'source' } })
    .route(rest('DELETE /sources/{id}', 'Sources', 'Remove a source and its content'))
    .input(sourceIdSchema)
    .output(z.object({ deleted: z.literal(true) })),
  websites: websitesContract,
  content: {
    list: workspaceProcedure('source.read')
      .route(rest('GET /content', 'Sources', 'List everything that answers draw on'))
      .input(
        z.object({
          q: optionalText(200).default(''),
          source_type: z.enum(SOURCE_TYPES).optional(),
          page: z.coerce.number().int().min(1).max(100_000).default(1),
        }),
      )
      .output(z.object({ items: z.array(contentItemSchema), total: z.number().int() })),
    /** Numbers of FAQs, files, pages, texts and items by type. */
    stats: workspaceProcedure('source.read')
      .route(rest('GET /content/statistics', 'Sources', 'Count content by type'))
      .output(
        z.object({
          total: z.number().int(),
          types: z.array(z.object({ source_type: z.enum(SOURCE_TYPES), count: z.number().int() })),
        }),
      ),
    /** Files, pages, texts and items; a FAQ is deleted or archived as a FAQ. */
    delete: workspaceProcedure('source.write', { writes: true })
      .route(rest('POST /content/delete', 'Sources', 'Delete files, pages, texts and items'))
      .input(z.object({ ids: z.array(idSchema).min(1).max(200) }))
      .output(z.object({ deleted: z.number().int() })),
  },
}

declare module '../../kernel/events.ts' {
  interface EventMap {
    'source.changed': { id?: string; website_id?: string | null; integration_id?: string | null }
    /** Reading these sources ended: each is `ready` or `failed` now. */
    'sources.settled': { ids: string[] }
    'website.synced': { website_id: string; state: 'completed' | 'failed' }
    'item.wanted': { integration_id: string }
  }
}
