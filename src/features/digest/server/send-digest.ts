import { and, eq, notLike, sql } from 'drizzle-orm'
import { AppError } from '../../../kernel/app-error.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import { sealId } from '../../../platform/sealed-ids/index.ts'
import { users } from '../../accounts/server/index.ts'
import { inReadTransaction, jobContext, type WorkspaceServices, workspaces } from '../../workspaces/server/index.ts'
import { type DigestSection, digestMail } from '../domain/digest-mail.ts'
import { digestMails, digestSubscriptions } from './digest.table.ts'
import { type DigestPart, digestParts } from './digest-sections.ts'

export const UNSUBSCRIBE = '/digest/unsubscribe'
export const UNSUBSCRIBE_PURPOSE = 'digest-unsubscribe'

export interface DigestServices {
  workspaces: WorkspaceServices
  mailer: Mailer
  appUrl: URL
  secretKey: string
}

interface Wanted {
  workspaceId: string
  id: string
}

const isWanted = ({ workspaceId, id }: Wanted) => and(eq(digestMails.workspaceId, workspaceId), eq(digestMails.id, id))

/** Takes a digest in hand, once; null when that is done, or its reader or workspace is gone. */
const claim = ({ workspaces: { db } }: DigestServices, wanted: Wanted) =>
  systemTransaction(db, async (transaction) => {
    const [claimed] = await transaction
      .update(digestMails)
      .set({ state: 'sending' })
      .from(digestSubscriptions)
      .innerJoin(users, eq(users.id, digestSubscriptions.userId))
      .innerJoin(workspaces, eq(workspaces.id, digestSubscriptions.workspaceId))
      .where(
        and(
          isWanted(wanted),
          eq(digestMails.state, 'queued'),
          eq(digestSubscriptions.workspaceId, digestMails.workspaceId),
          eq(digestSubscriptions.userId, digestMails.userId),
        ),
      )
      .returning({
        fromAt: digestMails.fromAt,
        untilAt: digestMails.untilAt,
        email: users.email,
        workspace: workspaces.name,
        subscription: digestSubscriptions.id,
        frequency: digestSubscriptions.frequency,
        timeZone: digestSubscriptions.timeZone,
      })
    return claimed ?? null
  })

type Outcome = 'queued' | 'sent' | 'empty' | 'unknown' | 'failed'

/** Writes how it went. What could not be sent at all is in the next one. */
const settle = ({ workspaces: { db } }: DigestServices, wanted: Wanted, state: Outcome): Promise<unknown> =>
  systemTransaction(db, async (transaction) => {
    await transaction.update(digestMails).set({ state }).where(isWanted(wanted))
    if (state === 'failed')
      await transaction
        .update(digestSubscriptions)
        .set({ coveredUntil: sql`least(${digestSubscriptions.coveredUntil}, ${digestMails.fromAt})` })
        .from(digestMails)
        .where(
          and(
            isWanted(wanted),
            notLike(digestMails.period, 'now:%'),
            eq(digestSubscriptions.workspaceId, digestMails.workspaceId),
            eq(digestSubscriptions.userId, digestMails.userId),
          ),
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
  const period = { from: digest.fromAt, until: digest.untilAt }
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
    timeZone: digest.timeZone,
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
