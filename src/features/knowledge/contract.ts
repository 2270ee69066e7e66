import { z } from 'zod'
import { idSchema, optionalText, pageInput, pageOf, plainText, requiredText, timestamp } from '../../kernel/wire.ts'
import { workspaceProcedure } from '../workspaces/contract.ts'

export const TEXT_CONTENT_MAX = 2 * 1024 * 1024
export const SOURCE_STATES = ['queued', 'processing', 'ready', 'skipped', 'excluded', 'failed'] as const
export type SourceState = (typeof SOURCE_STATES)[number]
/** The chunk's source_type as specified; a pasted text is of type document. */
export const SOURCE_TYPES = ['faq', 'url', 'document', 'notion', 'google'] as const
export type SourceType = (typeof SOURCE_TYPES)[number]
export const SOURCE_KINDS = ['text', 'document', 'website', 'notion', 'google-drive'] as const
export type SourceKind = (typeof SOURCE_KINDS)[number]

/** Supported uploads by file extension; the content decides how a file is read. */
export const DOCUMENT_TYPES = ['pdf', 'doc', 'docx', 'txt', 'md', 'pptx'] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]
export const DOCUMENT_MAX_BYTES = 25 * 1024 * 1024
export const DOCUMENTS_AT_ONCE = 20
export const DOCUMENT_REFUSED = {
  type: 'Only PDF, DOC, DOCX, TXT, MD and PPTX files can be uploaded.',
  size: 'This file is larger than 25 MB.',
  empty: 'This file is empty.',
} as const

/** Download path of an uploaded document. */
export const documentPath = (workspaceId: string, sourceId: string): string =>
  `/files/workspaces/${workspaceId}/documents/${sourceId}`

export const CONTENT_PAGE_SIZE = 25

/** Weight of a source when several match about equally well. */
export const SOURCE_PRIORITIES = ['low', 'normal', 'high'] as const
export type SourcePriority = (typeof SOURCE_PRIORITIES)[number]
/** Shows links to the source in answers. */
export const SOURCE_VISIBILITIES = ['linked', 'unlinked'] as const
export type SourceVisibility = (typeof SOURCE_VISIBILITIES)[number]

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
  /** The website a page belongs to. */
  website_id: idSchema.nullable(),
  /** The connected service an item belongs to; null once that was disconnected. */
  integration_id: idSchema.nullable(),
  /** Maximum size of an uploaded file in bytes. */
  file_size: z.number().int().nullable(),
  priority: z.enum(SOURCE_PRIORITIES),
  visibility: z.enum(SOURCE_VISIBILITIES),
  last_seen_at: timestamp.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
})
export type Source = z.output<typeof sourceSchema>

export const WEBSITE_SCOPES = ['site', 'section', 'page'] as const
export type WebsiteScope = (typeof WEBSITE_SCOPES)[number]
export const SYNC_INTERVALS = ['day', 'week', 'month', 'never'] as const
export type SyncInterval = (typeof SYNC_INTERVALS)[number]
export const WEBSITES_MAX = 20
/** Pages that are read of one website, by plan. */
export const PAGES_OF_PLAN = { limited: 500, unlimited: 5_000 } as const
export const INVALID_URL = 'Please enter a valid URL'
export const URL_EXISTS = {
  title: 'URL Already Exists',
  message: 'This URL has already been scraped and added to your knowledge base.',
} as const

/** One pass over a website: how far it is, and what came of it. */
export const websiteRunSchema = z.object({
  id: idSchema,
  state: z.enum(['queued', 'running', 'completed', 'failed']),
  reason: z.string().nullable(),
  /** Addresses known so far, and those of them that have been dealt with. */
  found: z.number().int(),
  done: z.number().int(),
  added: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  skipped: z.number().int(),
  removed: z.number().int(),
  failed: z.number().int(),
  started_at: timestamp,
  ended_at: timestamp.nullable(),
})
export type WebsiteRun = z.output<typeof websiteRunSchema>

export const websiteSchema = z.object({
  id: idSchema,
  name: z.string(),
  url: z.string(),
  scope: z.enum(WEBSITE_SCOPES),
  /** Maximum number of its pages; null for the plan's limit. */
  pages_max: z.number().int().nullable(),
  sync_every: z.enum(SYNC_INTERVALS),
  priority: z.enum(SOURCE_PRIORITIES),
  visibility: z.enum(SOURCE_VISIBILITIES),
  /** Number of its URLs by state. */
  pages: z.record(z.enum(SOURCE_STATES), z.number().int()),
  /** The newest pass. */
  run: websiteRunSchema.nullable(),
  next_sync_at: timestamp.nullable(),
  created_at: timestamp,
})
export type Website = z.output<typeof websiteSchema>

export const addWebsiteInput = z.object({
  url: requiredText(2000, INVALID_URL),
  scope: z.enum(WEBSITE_SCOPES).default('site'),
  /** Read so many of its pages at most; without it as many as the plan allows. */
  pages_max: z.number().int().min(1).max(PAGES_OF_PLAN.unlimited).optional(),
})

/** From so many pages on it is asked first what of a website is to be read. */
export const PAGES_TO_ASK_FROM = 100

/** Preview of a website's readable pages. */
export const websitePreviewSchema = z.object({
  /** Start of the crawl: the given URL, or the target of its redirect. */
  url: z.string(),
  /** Why it cannot be read; null where it can. */
  problem: z.string().nullable(),
  /** Addresses that would be read, and those that would not: robots.txt asks not to, they are no pages, … */
  pages: z.number().int(),
  left_out: z.number().int(),
  /** False: there are at least so many. Without a sitemap all would have to be read to know. */
  complete: z.boolean(),
  /** Parts that can be read by themselves, the largest first; `url` is what to add with the scope `section`. */
  sections: z.array(z.object({ path: z.string(), url: z.string(), pages: z.number().int() })),
  /** Some of the addresses, out of all parts. */
  sample: z.array(z.string()),
  /** Maximum number of pages of a website in the plan. */
  pages_of_plan: z.number().int(),
})
export type WebsitePreview = z.output<typeof websitePreviewSchema>

/** Omitted fields stay unchanged. */
const standingInput = z.object({
  priority: z.enum(SOURCE_PRIORITIES).optional(),
  visibility: z.enum(SOURCE_VISIBILITIES).optional(),
})
export const websiteSettingsInput = standingInput.extend({
  name: requiredText(200, 'Please enter a name.').optional(),
  pages_max: z
    .number({ error: 'Please enter a number.' })
    .int({ error: 'Please enter a whole number.' })
    .min(1, { error: 'At least one page.' })
    .max(PAGES_OF_PLAN.unlimited, { error: `At most ${PAGES_OF_PLAN.unlimited.toLocaleString('en')} pages.` })
    .nullable()
    .optional(),
  sync_every: z.enum(SYNC_INTERVALS).optional(),
})

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

const byId = z.object({ id: idSchema })

export const knowledgeContract = {
  sources: workspaceProcedure('source.read')
    .route({ method: 'GET', path: '/sources', tags: ['Sources'], summary: 'List sources with their state' })
    .input(sourcesInput)
    .output(pageOf(sourceSchema)),
  /** Text of a source as it is searched. */
  readSource: workspaceProcedure('source.read', { ids: { id: 'source' } })
    .input(byId)
    .output(z.object({ source: sourceSchema, text: z.string().nullable() })),
  createTexts: workspaceProcedure('source.write', { writes: true, maxBodyBytes: 32 * 1024 * 1024 })
    .route({ method: 'POST', path: '/texts', tags: ['Sources'], summary: 'Add texts to the knowledge base' })
    .input(z.object({ items: z.array(textInput).min(1).max(200, { error: 'At most 200 texts per call.' }) }))
    .output(z.object({ ids: z.array(idSchema) })),
  /** Takes a little more than a document may have, for what surrounds it. */
  uploadDocument: workspaceProcedure('source.write', { writes: true, maxBodyBytes: 27 * 1024 * 1024 })
    .route({ method: 'POST', path: '/documents', tags: ['Sources'], summary: 'Upload a document' })
    .input(z.object({ file: z.file() }))
    .output(sourceSchema),
  /** Reads it once more: what failed, was skipped or was excluded. */
  retrySource: workspaceProcedure('source.write', { writes: true, ids: { id: 'source' } })
    .route({ method: 'POST', path: '/sources/{id}/retry', tags: ['Sources'], summary: 'Read a source again' })
    .input(byId)
    .output(sourceSchema),
  /** Set for a file or text; a page has its website's. */
  updateSource: workspaceProcedure('source.write', { writes: true, ids: { id: 'source' } })
    .route({ method: 'PATCH', path: '/sources/{id}', tags: ['Sources'], summary: 'Change how a source is used' })
    .input(standingInput.extend({ id: idSchema }))
    .output(sourceSchema),
  /** A page or an item becomes excluded, so that the next sync does not bring it back; anything else is gone. */
  deleteSource: workspaceProcedure('source.write', { writes: true, ids: { id: 'source' } })
    .route({
      method: 'DELETE',
      path: '/sources/{id}',
      tags: ['Sources'],
      summary: 'Remove a source and everything made from it',
    })
    .input(byId)
    .output(z.object({ deleted: z.literal(true) })),
  websites: {
    list: workspaceProcedure('source.read')
      .route({ method: 'GET', path: '/websites', tags: ['Sources'], summary: 'List websites with their latest crawl' })
      .output(z.object({ items: z.array(websiteSchema) })),
    /** Reading begins at once; the ledger shows how far it is. */
    add: workspaceProcedure('source.write', { writes: true })
      .route({ method: 'POST', path: '/websites', tags: ['Sources'], summary: 'Add a website' })
      .input(addWebsiteInput)
      .output(websiteSchema),
    /** Looks at a website without reading it, for some seconds; nothing is kept. A new look ends the workspace's last. */
    preview: workspaceProcedure('source.write', { writes: true })
      .route({
        method: 'POST',
        path: '/websites/preview',
        tags: ['Sources'],
        summary: 'Preview the pages of a website',
      })
      .input(addWebsiteInput.pick({ url: true }))
      .output(websitePreviewSchema),
    update: workspaceProcedure('source.write', { writes: true, ids: { id: 'website' } })
      .route({ method: 'PATCH', path: '/websites/{id}', tags: ['Sources'], summary: 'Change how a website is read' })
      .input(websiteSettingsInput.extend({ id: idSchema }))
      .output(websiteSchema),
    /** Reads the website again now; a running crawl continues. */
    sync: workspaceProcedure('source.write', { writes: true, ids: { id: 'website' } })
      .route({ method: 'POST', path: '/websites/{id}/sync', tags: ['Sources'], summary: 'Read a website again' })
      .input(byId)
      .output(websiteSchema),
    /** The same for all of them. @returns how many there are */
    syncAll: workspaceProcedure('source.write', { writes: true }).output(z.object({ websites: z.number().int() })),
    /** The latest passes, newest first. */
    runs: workspaceProcedure('source.read', { ids: { id: 'website' } })
      .input(byId)
      .output(z.object({ items: z.array(websiteRunSchema) })),
    delete: workspaceProcedure('source.write', { writes: true, ids: { id: 'website' } })
      .route({ method: 'DELETE', path: '/websites/{id}', tags: ['Sources'], summary: 'Remove a website and its pages' })
      .input(byId)
      .output(z.object({ deleted: z.literal(true) })),
  },
  content: {
    list: workspaceProcedure('source.read')
      .input(
        z.object({
          q: optionalText(200).default(''),
          source_type: z.enum(SOURCE_TYPES).optional(),
          page: z.number().int().min(1).max(100_000).default(1),
        }),
      )
      .output(z.object({ items: z.array(contentItemSchema), total: z.number().int() })),
    /** Numbers of FAQs, files, pages, texts and items by type. */
    stats: workspaceProcedure('source.read').output(
      z.object({
        total: z.number().int(),
        types: z.array(z.object({ source_type: z.enum(SOURCE_TYPES), count: z.number().int() })),
      }),
    ),
    /** Files, pages, texts and items; a FAQ is deleted or archived as a FAQ. */
    delete: workspaceProcedure('source.write', { writes: true })
      .input(z.object({ ids: z.array(idSchema).min(1).max(200) }))
      .output(z.object({ deleted: z.number().int() })),
  },
}

declare module '../../kernel/events.ts' {
  interface EventMap {
    'source.changed': { id?: string; website_id?: string | null; integration_id?: string | null }
    'website.synced': { website_id: string; state: 'completed' | 'failed' }
    'item.wanted': { integration_id: string }
  }
}
