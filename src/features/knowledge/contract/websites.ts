import { z } from 'zod'
import { formatNumber } from '../../../kernel/format.ts'
import { rest } from '../../../kernel/procedure.ts'
import { idSchema, plainText, requiredText, timestamp } from '../../../kernel/wire.ts'
import { workspaceProcedure } from '../../workspaces/contract.ts'
import { commonSettingsInput, SOURCE_PRIORITIES, SOURCE_STATES, SOURCE_VISIBILITIES } from './source-settings.ts'

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

export const RUN_STATES = ['queued', 'running', 'paused', 'completed', 'failed', 'stopped'] as const
/** States of a run that has not ended. */
export const OPEN_RUN_STATES = ['queued', 'running', 'paused'] as const satisfies (typeof RUN_STATES)[number][]

/** One crawl of a website, with its progress and its results. */
export const websiteRunSchema = z.object({
  id: idSchema,
  state: z.enum(RUN_STATES),
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

export const PATTERNS_MAX = 50
const patternsSchema = z
  .array(plainText().trim().min(1).max(500, { error: 'A pattern has at most 500 characters.' }))
  .max(PATTERNS_MAX, { error: `At most ${PATTERNS_MAX} patterns.` })

export const websiteSchema = z.object({
  id: idSchema,
  name: z.string(),
  url: z.string(),
  scope: z.enum(WEBSITE_SCOPES),
  /** Maximum number of its pages; null for the plan's limit. */
  pages_max: z.number().int().nullable(),
  /** CSS selector of the elements that hold a page's content; null where the page decides. */
  content_selector: z.string().nullable(),
  sync_every: z.enum(SYNC_INTERVALS),
  priority: z.enum(SOURCE_PRIORITIES),
  visibility: z.enum(SOURCE_VISIBILITIES),
  /** Number of its URLs by state. */
  pages: z.record(z.enum(SOURCE_STATES), z.number().int()),
  /** Only addresses that match one of these are read, and none that matches an excluded one; as in robots.txt. */
  include: z.array(z.string()),
  exclude: z.array(z.string()),
  /** Number of pages that wait: for a higher limit of pages, and for a browser on the server. */
  waiting: z.object({ limit: z.number().int(), browser: z.number().int() }),
  /** The newest crawl. */
  run: websiteRunSchema.nullable(),
  next_sync_at: timestamp.nullable(),
  created_at: timestamp,
})
export type Website = z.output<typeof websiteSchema>
/** Fields that crawls change. */
export const UNTAGGED_WEBSITE = ['pages', 'waiting', 'run', 'next_sync_at'] as const

export const addWebsiteInput = z.object({
  url: requiredText(2000, INVALID_URL),
  scope: z.enum(WEBSITE_SCOPES).default('site'),
  /** Maximum number of its pages; without it the plan's limit. */
  pages_max: z.number().int().min(1).max(PAGES_OF_PLAN.unlimited).optional(),
  include: patternsSchema.optional(),
  exclude: patternsSchema.optional(),
})

/** Maximum number of addresses that are sent for the preview of patterns. */
export const PREVIEW_ADDRESSES_MAX = 2_000

/** From this number of pages on, the user chooses the parts of a website to read. */
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
  /** The addresses, or some of them out of all parts. */
  addresses: z.array(z.string()),
  /** Maximum number of pages of a website in the plan. */
  pages_of_plan: z.number().int(),
})
export type WebsitePreview = z.output<typeof websitePreviewSchema>

const MAX_SELECTOR_LENGTH = 300

export const websiteSettingsInput = commonSettingsInput.extend({
  name: requiredText(200, 'Please enter a name.').optional(),
  pages_max: z
    .number({ error: 'Please enter a number.' })
    .int({ error: 'Please enter a whole number.' })
    .min(1, { error: 'At least one page.' })
    .max(PAGES_OF_PLAN.unlimited, { error: `At most ${formatNumber(PAGES_OF_PLAN.unlimited)} pages.` })
    .nullable()
    .optional(),
  content_selector: plainText().max(MAX_SELECTOR_LENGTH).nullable().optional(),
  sync_every: z.enum(SYNC_INTERVALS).optional(),
  include: patternsSchema.optional(),
  exclude: patternsSchema.optional(),
})

const websiteIdSchema = z.object({ id: idSchema })

export const websitesContract = {
  list: workspaceProcedure('source.read')
    .route(rest('GET /websites', 'Sources', 'List websites with their latest crawl'))
    .output(z.object({ items: z.array(websiteSchema) })),
  /** Reading begins at once; the ledger shows how far it is. */
  add: workspaceProcedure('source.write', { writes: true })
    .route(rest('POST /websites', 'Sources', 'Add a website'))
    .input(addWebsiteInput)
    .output(websiteSchema),
  /** Finds the pages of a website for some seconds; stores nothing. A new preview ends the workspace's previous one. */
  preview: workspaceProcedure('source.write', { writes: true })
    .route(rest('POST /websites/preview', 'Sources', 'Preview the pages of a website'))
    .input(addWebsiteInput.pick({ url: true }))
    .output(websitePreviewSchema),
  get: workspaceProcedure('source.read', { untagged: UNTAGGED_WEBSITE, ids: { id: 'website' } })
    .route(rest('GET /websites/{id}', 'Sources', 'Read a website with its latest crawl'))
    .input(websiteIdSchema)
    .output(websiteSchema),
  update: workspaceProcedure('source.write', { writes: true, conditional: true, ids: { id: 'website' } })
    .route(rest('PATCH /websites/{id}', 'Sources', 'Change how a website is read'))
    .input(websiteSettingsInput.extend({ id: idSchema }))
    .output(websiteSchema),
  /** Reads the website again now; a running crawl continues. */
  sync: workspaceProcedure('source.write', { writes: true, ids: { id: 'website' } })
    .route(rest('POST /websites/{id}/sync', 'Sources', 'Read a website again'))
    .input(websiteIdSchema)
    .output(websiteSchema),
  /** Interrupts the crawl until it is resumed. */
  pause: workspaceProcedure('source.write', { writes: true, ids: { id: 'website' } })
    .route(rest('POST /websites/{id}/pause', 'Sources', 'Pause a crawl'))
    .input(websiteIdSchema)
    .output(websiteSchema),
  resume: workspaceProcedure('source.write', { writes: true, ids: { id: 'website' } })
    .route(rest('POST /websites/{id}/resume', 'Sources', 'Resume a paused crawl'))
    .input(websiteIdSchema)
    .output(websiteSchema),
  /** Ends the crawl. The pages that it has read stay; the others are read with the next crawl. */
  stop: workspaceProcedure('source.write', { writes: true, ids: { id: 'website' } })
    .route(rest('POST /websites/{id}/stop', 'Sources', 'Stop a crawl'))
    .input(websiteIdSchema)
    .output(websiteSchema),
  /** Known addresses for the preview of patterns: all, or some of all parts. */
  addresses: workspaceProcedure('source.read', { ids: { id: 'website' } })
    .route(rest('GET /websites/{id}/addresses', 'Sources', 'List known addresses of a website'))
    .input(websiteIdSchema)
    .output(z.object({ addresses: z.array(z.string()), total: z.number().int() })),
  /** Reads all websites again. @returns how many there are */
  syncAll: workspaceProcedure('source.write', { writes: true })
    .route(rest('POST /websites/sync', 'Sources', 'Read all websites again'))
    .output(z.object({ websites: z.number().int() })),
  /** The latest crawls, newest first. */
  runs: workspaceProcedure('source.read', { ids: { id: 'website' } })
    .route(rest('GET /websites/{id}/runs', 'Sources', 'List the latest crawls of a website'))
    .input(websiteIdSchema)
    .output(z.object({ items: z.array(websiteRunSchema) })),
  delete: workspaceProcedure('source.write', { writes: true, ids: { id: 'website' } })
    .route(rest('DELETE /websites/{id}', 'Sources', 'Remove a website and its pages'))
    .input(websiteIdSchema)
    .output(z.object({ deleted: z.literal(true) })),
}
