import { z } from 'zod'
import { plainText, timestamp } from '../../kernel/wire.ts'
import { workspaceProcedure } from '../workspaces/contract.ts'

export const DIGEST_FREQUENCIES = ['off', 'daily', 'weekly'] as const
export type DigestFrequency = (typeof DIGEST_FREQUENCIES)[number]

/** Local time at which digests go out; the weekly ones on Mondays. */
export const DIGEST_HOUR = 8
/** Seconds between two digests that a person asks for. */
export const DIGEST_PAUSE = 60

export const digestSettingSchema = z.object({
  frequency: z.enum(DIGEST_FREQUENCIES),
  /** As IANA names it; UTC where none is known. */
  time_zone: z.string(),
  /** When the next one is due; null while it is off. */
  next_at: timestamp.nullable(),
})
export type DigestSetting = z.output<typeof digestSettingSchema>

/** A mail to one person about one workspace, as they set it for themselves: while the paywall is up as well. */
export const digestContract = {
  get: workspaceProcedure('workspace.read').output(digestSettingSchema),
  set: workspaceProcedure('workspace.read', { writes: true, duringPaywall: true })
    .input(
      z.object({
        frequency: z.enum(DIGEST_FREQUENCIES),
        /** The person's; one that is not known counts as UTC. */
        time_zone: plainText().max(64).default('UTC'),
      }),
    )
    .output(digestSettingSchema),
  /** Mails what there is to say now; the regular ones go on as before. */
  sendNow: workspaceProcedure('workspace.read', { writes: true, duringPaywall: true }).output(
    z.object({ queued: z.literal(true) }),
  ),
}

declare module '../../kernel/events.ts' {
  interface EventMap {
    'digest.requested': { id: string }
  }
}
