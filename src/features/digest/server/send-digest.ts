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

export const UNSUBSCRIBE_PATH = '/digest/unsubscribe'
export const UNSUBSCRIBE_PURPOSE = 'digest-unsubscribe'

export interface DigestServices {
  workspaces: WorkspaceServices
  mailer: Mailer
  appUrl: URL
  secretKey: string
}

interface DigestMailKey {
  workspaceId: string
  id: string
}

const hasMailKey = ({ workspaceId, id }: DigestMailKey) =>
  and(eq(digestMails.workspaceId, workspaceId), eq(digestMails.id, id))

/** Takes a digest in hand, once; null when that is done, or its reader or workspace is gone. */
const claimMail = ({ workspaces: { db } }: DigestServices, mailKey: DigestMailKey) =>
  systemTransaction(db, async (transaction) => {
    const [claimed] = await transaction
      .update(digestMails)
      .set({ state: 'sending' })
      .from(digestSubscriptions)
      .innerJoin(users, eq(users.id, digestSubscriptions.userId))
      .innerJoin(workspaces, eq(workspaces.id, digestSubscriptions.workspaceId))
      .where(
        and(
          hasMailKey(mailKey),
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

type DigestOutcome = 'queued' | 'sent' | 'empty' | 'unknown' | 'failed'

/** Writes how it went. What could not be sent at all is in the next one. */
const settleMail = (
  { workspaces: { db } }: DigestServices,
  mailKey: DigestMailKey,
  state: DigestOutcome,
): Promise<unknown> =>
  systemTransaction(db, async (transaction) => {
    await transaction.update(digestMails).set({ state }).where(hasMailKey(mailKey))
    if (state === 'failed')
      await transaction
        .update(digestSubscriptions)
        .set({ coveredUntil: sql`least(${digestSubscriptions.coveredUntil}, ${digestMails.fromAt})` })
        .from(digestMails)
        .where(
          and(
            hasMailKey(mailKey),
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
  mailKey: DigestMailKey,
  { final, parts = digestParts }: { final: boolean; parts?: readonly DigestPart[] },
): Promise<DigestOutcome | null> {
  const claimedMail = await claimMail(services, mailKey)
  if (!claimedMail) return null
  const { frequency } = claimedMail
  const period = { from: claimedMail.fromAt, until: claimedMail.untilAt }
  const settleAs = async (outcome: DigestOutcome) => {
    await settleMail(services, mailKey, outcome)
    return outcome
  }
  const readSections = () =>
    inReadTransaction(jobContext(services.workspaces, mailKey.workspaceId), async (transaction) => {
      const sections: DigestSection[] = []
      for (const digestPart of parts) {
        const section = await digestPart(transaction, period)
        if (section) sections.push(section)
      }
      return sections
    })
  const sections = await readSections().catch(async (sendError: unknown) => {
    await settleAs(final ? 'failed' : 'queued')
    throw sendError
  })
  if (frequency === 'off' || sections.length === 0) return settleAs('empty')
  const unsubscribeToken = sealId(services.secretKey, UNSUBSCRIBE_PURPOSE, claimedMail.subscription)
  const unsubscribeUrl = new URL(`${UNSUBSCRIBE_PATH}?token=${unsubscribeToken}`, services.appUrl).href
  const digestEmail = digestMail({
    workspace: claimedMail.workspace,
    frequency,
    since: period.from,
    timeZone: claimedMail.timeZone,
    sections,
    origin: services.appUrl.origin,
    unsubscribeUrl,
  })
  try {
    await services.mailer.send({ to: claimedMail.email, id: mailKey.id, unsubscribeUrl, ...digestEmail })
  } catch (sendError) {
    if (sendError instanceof AppError && sendError.code === 'mail.unknown') return settleAs('unknown')
    await settleAs(final ? 'failed' : 'queued')
    throw sendError
  }
  return settleAs('sent')
}
