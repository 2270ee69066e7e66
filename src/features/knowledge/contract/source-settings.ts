import { z } from 'zod'

export const SOURCE_STATES = ['queued', 'processing', 'ready', 'skipped', 'excluded', 'failed'] as const
export type SourceState = (typeof SOURCE_STATES)[number]

/** A count of 0 for every state. */
export const noneByState = (): Record<SourceState, number> =>
  Object.fromEntries(SOURCE_STATES.map((state) => [state, 0])) as Record<SourceState, number>

/** Weight of a source when several match about equally well. */
export const SOURCE_PRIORITIES = ['low', 'normal', 'high'] as const
export type SourcePriority = (typeof SOURCE_PRIORITIES)[number]
/**
 * Degrees of what visitors see of a source: `open`, its page; `quoted`, its title and the quoted words; `internal`, neither, although
 * answers may use it.
 */
export const SOURCE_VISIBILITIES = ['open', 'quoted', 'internal'] as const
export type SourceVisibility = (typeof SOURCE_VISIBILITIES)[number]

/** Settings of websites and of other sources; omitted fields stay unchanged. */
export const commonSettingsInput = z.object({
  priority: z.enum(SOURCE_PRIORITIES).optional(),
  visibility: z.enum(SOURCE_VISIBILITIES).optional(),
})

/** The settings of a source that has a page of its own here. */
export const sourceSettingsInput = commonSettingsInput.extend({
  /** Its page offers the uploaded file. */
  offers_original: z.boolean().optional(),
  /** Its page is in the sitemap, and search engines may show it. */
  is_listed: z.boolean().optional(),
})
