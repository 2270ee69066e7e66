import { sql } from 'drizzle-orm'
import { AppError } from '../../../kernel/app-error.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import { sealId } from '../../../platform/sealed-ids/index.ts'
import { inReadTransaction, jobContext, type WorkspaceServices } from '../../workspaces/server/index.ts'
import type { DigestFrequency } from '../contract.ts'
import { type DigestSection, digestMail } from '../domain/digest-mail.ts'
import { type DigestPart, digestParts } from './digest-sections.ts'

export const UNSUBSCRIBE = '/digest/unsubscribe'
export const UNSUBSCRIBE_PURPOSE = 'digest-unsubscribe'

export interface DigestServices {
  workspaces: WorkspaceServices
  mailer: Mailer
  appUrl: URL
  secretKey: string
}

interface Claimed extends Record<string, unknown> {
  from_at: Date | string
  until_at: Date | string
  period: string
  email: string
  workspace: string
  subscription: string
  frequency: DigestFrequency
  time_zone: string
}

interface Wanted {
  workspaceId: string
  id: string
}

/** Takes a digest in hand, once; null when that is done, or its reader or workspace is gone. */
const claim = ({ workspaces: { db } }: DigestServices, { workspaceId, id }: Wanted): Promise<Claimed | null> =>
  systemTransaction(db, async (transaction) => {
    const { rows } = await transaction.execute<Claimed>(
      sql`update digest_mails d set state = 'sending'
          from digest_subscriptions s, users u, workspaces w
          where d.workspace_id = ${workspaceId} and d.id = ${id} and d.state = 'queued'
            and s.workspace_id = d.workspace_id and s.user_id = d.user_id and u.id = d.user_id and w.id = d.workspace_id
          returning d.from_at, d.until_at, d.period, u.email, w.name as workspace, s.id as subscription, s.frequency,
                    s.time_zone`,
    )
    return rows[0] ?? null
  })

type Outcome = 'queued' | 'sent' | 'empty' | 'unknown' | 'failed'

/** Writes how it went. What could not be sent at all is in the next one. */
const settle = (
  { workspaces: { db } }: DigestServices,
  { workspaceId, id }: Wanted,
  state: Outcome,
): Promise<unknown> =>
  systemTransaction(db, async (transaction) => {
    await transaction.execute(
      sql`update digest_mails set state = ${state} where workspace_id = ${workspaceId} and id = ${id}`,
    )
    if (state === 'failed')
      await transaction.execute(
        sql`update digest_subscriptions s set covered_until = least(s.covered_until, d.from_at) from digest_mails d
            where d.workspace_id = ${workspaceId} and d.id = ${id} and d.period not like 'now:%'
              and s.workspace_id = d.workspace_id and s.user_id = d.user_id`,
      )
  })

/**
 * Sends a digest, unless it is empty or the subscription has ended. Sent at most once: it is not retried when the mail
 * server may have accepted it.
 * @param final the last attempt of the queue
 * @throws AppError `mail.failed` when the mail server refused it, for a retry
 */
export async function sendDigest(
  services: DigestServices,
  wanted: Wanted,
  { final, parts = digestParts }: { final: boolean; parts?: readonly DigestPart[] },
): Promise<Outcome | null> {
  const digest = await claim(services, wanted)
  if (!digest) return null
  const { frequency } = digest
  const period = { from: new Date(digest.from_at), until: new Date(digest.until_at) }
  const done = async (state: Outcome) => {
    await settle(services, wanted, state)
    return state
  }
  const read = () =>
    inReadTransaction(jobContext(services.workspaces, wanted.workspaceId), async (transaction) => {
      const sections: DigestSection[] = []
      for (const part of parts) {
        const section = await part(transaction, period)
        if (section) sections.push(section)
      }
      return sections
    })
  const sections = await read().catch(async (error: unknown) => {
    await done(final ? 'failed' : 'queued')
    throw error
  })
  if (frequency === 'off' || sections.length === 0) return done('empty')
  const token = sealId(services.secretKey, UNSUBSCRIBE_PURPOSE, digest.subscription)
  const unsubscribeUrl = new URL(`${UNSUBSCRIBE}?token=${token}`, services.appUrl).href
  const mail = digestMail({
    workspace: digest.workspace,
    frequency,
    since: period.from,
    timeZone: digest.time_zone,
    sections,
    origin: services.appUrl.origin,
    unsubscribeUrl,
  })
  try {
    await services.mailer.send({ to: digest.email, id: wanted.id, unsubscribeUrl, ...mail })
  } catch (error) {
    if (error instanceof AppError && error.code === 'mail.unknown') return done('unknown')
    await done(final ? 'failed' : 'queued')
    throw error
  }
  return done('sent')
}
