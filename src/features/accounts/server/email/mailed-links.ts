import { and, desc, eq, gt, inArray, lte } from 'drizzle-orm'
import { newId } from '../../../../kernel/ids.ts'
import type { Tx } from '../../../../platform/db/index.ts'
import { sealId, unsealId } from '../../../../platform/sealed-ids/index.ts'
import { CONFIRM_LINK_HOURS, RESET_LINK_MINUTES } from '../../contract.ts'
import { mailedLinks } from '../accounts.table.ts'

export type MailedLink = typeof mailedLinks.$inferSelect
export type LinkPurpose = MailedLink['purpose']

const HOUR_MS = 60 * 60_000
const LIFETIME_MS: Record<LinkPurpose, number> = {
  verify_email: CONFIRM_LINK_HOURS * HOUR_MS,
  reset_password: RESET_LINK_MINUTES * 60_000,
  change_email: CONFIRM_LINK_HOURS * HOUR_MS,
  disown_email_change: CONFIRM_LINK_HOURS * HOUR_MS,
}
const TOKEN_PURPOSE = 'mailed link'

/** Token in the link's URL: the id and its seal. */
export const linkToken = (secretKey: string, linkRowId: string): string => sealId(secretKey, TOKEN_PURPOSE, linkRowId)

/** The id of a link that is ours, expired or used ones included; null for any other token. */
export const openLinkToken = (secretKeys: readonly string[], sealedToken: string): string | null =>
  unsealId(secretKeys, TOKEN_PURPOSE, sealedToken)

/**
 * Writes down that a link will be mailed, and forgets the expired ones. Returns its id.
 * `transaction` runs as the system role.
 */
export async function issueLink(
  transaction: Tx,
  newLink: Pick<MailedLink, 'purpose' | 'userId' | 'email'> & { signUp?: MailedLink['signUp'] },
): Promise<string> {
  const linkRowId = newId()
  const now = Date.now()
  await transaction.delete(mailedLinks).where(lte(mailedLinks.expiresAt, new Date(now)))
  await transaction
    .insert(mailedLinks)
    .values({ ...newLink, id: linkRowId, expiresAt: new Date(now + LIFETIME_MS[newLink.purpose]) })
  return linkRowId
}

/** The link that this token names if it can still be followed, else null. */
export async function findLink(
  transaction: Tx,
  linkQuery: { secretKeys: readonly string[]; purpose: LinkPurpose; token: string },
): Promise<MailedLink | null> {
  const linkRowId = openLinkToken(linkQuery.secretKeys, linkQuery.token)
  if (!linkRowId) return null
  const [row] = await transaction
    .select()
    .from(mailedLinks)
    .where(
      and(
        eq(mailedLinks.id, linkRowId),
        eq(mailedLinks.purpose, linkQuery.purpose),
        gt(mailedLinks.expiresAt, new Date()),
      ),
    )
  return row ?? null
}

/**
 * Follows a link: it and every other link of this person and purpose are used up, if the transaction commits. Of two
 * requests with one link, one gets null. Null also where it has expired or is none of ours.
 */
export async function followLink(
  transaction: Tx,
  linkQuery: { secretKeys: readonly string[]; purpose: LinkPurpose; token: string },
): Promise<MailedLink | null> {
  const linkRowId = openLinkToken(linkQuery.secretKeys, linkQuery.token)
  if (!linkRowId) return null
  const [row] = await transaction
    .delete(mailedLinks)
    .where(and(eq(mailedLinks.id, linkRowId), eq(mailedLinks.purpose, linkQuery.purpose)))
    .returning()
  if (!row || row.expiresAt <= new Date()) return null
  await deleteLinks(transaction, row.userId, linkQuery.purpose)
  return row
}

/** Deletes the account's links of these purposes. */
export async function deleteLinks(transaction: Tx, userId: string, ...purposes: LinkPurpose[]): Promise<void> {
  await transaction
    .delete(mailedLinks)
    .where(and(eq(mailedLinks.userId, userId), inArray(mailedLinks.purpose, purposes)))
}

/**
 * Decides whether to email a link to an account. Beyond the address's email limit a link is sent only when no link for
 * this purpose is valid, so that strangers who exhaust the limit cannot lock out the owner. The caller holds a lock on
 * the account's row, so that one of several concurrent requests sends a link.
 * @param isAdmitted result of the email limit
 */
export const mayMailLink = async (
  transaction: Tx,
  isAdmitted: boolean,
  linkOwner: { userId: string; purpose: LinkPurpose },
): Promise<boolean> => isAdmitted || (await newestLink(transaction, linkOwner.userId, linkOwner.purpose)) === null

/** The person's newest link of this purpose that can still be followed. */
export async function newestLink(
  transaction: Tx,
  userId: string,
  linkPurpose: LinkPurpose,
): Promise<MailedLink | null> {
  const [row] = await transaction
    .select()
    .from(mailedLinks)
    .where(
      and(eq(mailedLinks.userId, userId), eq(mailedLinks.purpose, linkPurpose), gt(mailedLinks.expiresAt, new Date())),
    )
    .orderBy(desc(mailedLinks.id))
    .limit(1)
  return row ?? null
}
