import { z } from 'zod'

export const SOURCE_STATES = ['queued', 'processing', 'ready', 'skipped', 'excluded', 'failed'] as const
export type SourceState = (typeof SOURCE_STATES)[number]

/** Weight of a source when several match about equally well. */
export const SOURCE_PRIORITIES = ['low', 'normal', 'high'] as const
export type SourcePriority = (typeof SOURCE_PRIORITIES)[number]
/** Shows links to the source in answers. */
export const SOURCE_VISIBILITIES = ['linked', 'unlinked'] as const
export type SourceVisibility = (typeof SOURCE_VISIBILITIES)[number]

/** Omitted fields stay unchanged. */
export const standingInput = z.object({
  priority: z.enum(SOURCE_PRIORITIES).optional(),
  visibility: z.enum(SOURCE_VISIBILITIES).optional(),
})
