import { and, asc, count, desc, eq, gt, lt, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { AppError, notFound } from '../../../../kernel/app-error.ts'
import { isId } from '../../../../kernel/ids.ts'
import { holdsText } from '../../../../platform/db/columns.ts'
import {
  inReadTransaction,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../../workspaces/server/index.ts'
import { type ContentField, type faqsContract, TRASH_DAYS, type TrashedFaq } from '../../contract.ts'
import { contentOfSnapshot, type FaqRow } from '../faq-columns.ts'
import { faqs } from '../faqs.table.ts'
import { trashedFaqs } from './trashed-faqs.table.ts'

const DAY_MS = 86_400_000

/** FAQs trashed before this time have reached the end of their retention. */
export const keptSince = (now: Date): Date => new Date(now.getTime() - TRASH_DAYS * DAY_MS)

const present = (row: typeof trashedFaqs.$inferSelect): TrashedFaq => ({
  id: row.id,
  ...contentOfSnapshot(row.content),
  deleted_at: row.deletedAt.toISOString(),
  deleted_by: { kind: row.deletedByKind, name: row.deletedByName },
  purged_at: new Date(row.deletedAt.getTime() + TRASH_DAYS * DAY_MS).toISOString(),
})

const contentText = (field: ContentField) => sql`(${trashedFaqs.content} ->> ${sql.raw(`'${field}'`)})`

type Listed = z.output<NonNullable<(typeof faqsContract.trash.list)['~orpc']['outputSchema']>>

/** After this row: the deletion before it, or the same one further down its order. */
function after(cursor: string) {
  const [deletionId, place] = cursor.split(':')
  if (!deletionId || !isId(deletionId) || !/^\d{1,9}$/.test(place ?? ''))
    throw new AppError('invalid', 'invalid_cursor', 'This cursor does not belong to this list.')
  return or(
    lt(trashedFaqs.deletionId, deletionId),
    and(eq(trashedFaqs.deletionId, deletionId), gt(trashedFaqs.displayOrder, Number(place))),
  )
}

/** Latest deletion first; FAQs of one deletion in their former order. */
export const listTrash = (
  context: WorkspaceContext,
  options: { limit: number; cursor?: string | undefined; q?: string | undefined },
): Promise<Listed> =>
  inReadTransaction(context, async ({ tx, workspaceId }) => {
    const mine = eq(trashedFaqs.workspaceId, workspaceId)
    const text = options.q?.trim()
    const rows = await tx
      .select()
      .from(trashedFaqs)
      .where(
        and(
          mine,
          text ? or(holdsText(contentText('question'), text), holdsText(contentText('answer'), text)) : undefined,
          options.cursor === undefined ? undefined : after(options.cursor),
        ),
      )
      .orderBy(desc(trashedFaqs.deletionId), asc(trashedFaqs.displayOrder))
      .limit(options.limit + 1)
    const [all] = await tx.select({ total: count() }).from(trashedFaqs).where(mine)
    const shown = rows.slice(0, options.limit)
    const last = shown.at(-1)
    return {
      items: shown.map(present),
      next_cursor: rows.length > options.limit && last ? `${last.deletionId}:${last.displayOrder}` : null,
      total: all?.total ?? 0,
    }
  })

/** @throws not_found; `details.in_trash` where it was deleted and can be brought back */
export async function findFaq({ tx, workspaceId }: WorkspaceTransaction, id: string): Promise<FaqRow> {
  const [row] = await tx
    .select()
    .from(faqs)
    .where(and(eq(faqs.workspaceId, workspaceId), eq(faqs.id, id)))
  if (row) return row
  const [trashed] = await tx
    .select()
    .from(trashedFaqs)
    .where(and(eq(trashedFaqs.workspaceId, workspaceId), eq(trashedFaqs.id, id)))
  if (!trashed) throw notFound('faq')
  const { deleted_by, deleted_at } = present(trashed)
  throw new AppError('not_found', 'faq.not_found', 'This FAQ was deleted. It is in the trash.', {
    details: { in_trash: true, deleted_by, deleted_at },
  })
}
