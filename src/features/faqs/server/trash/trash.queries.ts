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

const DAY_IN_MS = 86_400_000

/** FAQs trashed before this time have reached the end of their retention. */
export const keptSince = (currentTime: Date): Date => new Date(currentTime.getTime() - TRASH_DAYS * DAY_IN_MS)

const presentTrashed = (trashedRow: typeof trashedFaqs.$inferSelect): TrashedFaq => ({
  id: trashedRow.id,
  ...contentOfSnapshot(trashedRow.content),
  deleted_at: trashedRow.deletedAt.toISOString(),
  deleted_by: { kind: trashedRow.deletedByKind, name: trashedRow.deletedByName },
  purged_at: new Date(trashedRow.deletedAt.getTime() + TRASH_DAYS * DAY_IN_MS).toISOString(),
})

const contentText = (contentField: ContentField) => sql`(${trashedFaqs.content} ->> ${sql.raw(`'${contentField}'`)})`

type TrashPage = z.output<NonNullable<(typeof faqsContract.trash.list)['~orpc']['outputSchema']>>

/** After this row: the deletion before it, or the same one further down its order. */
function afterCursor(pageCursor: string) {
  const [deletionId, place] = pageCursor.split(':')
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
  listOptions: { limit: number; cursor?: string | undefined; q?: string | undefined },
): Promise<TrashPage> =>
  inReadTransaction(context, async ({ tx, workspaceId }) => {
    const isOwnWorkspace = eq(trashedFaqs.workspaceId, workspaceId)
    const searchText = listOptions.q?.trim()
    const trashedRows = await tx
      .select()
      .from(trashedFaqs)
      .where(
        and(
          isOwnWorkspace,
          searchText
            ? or(holdsText(contentText('question'), searchText), holdsText(contentText('answer'), searchText))
            : undefined,
          listOptions.cursor === undefined ? undefined : afterCursor(listOptions.cursor),
        ),
      )
      .orderBy(desc(trashedFaqs.deletionId), asc(trashedFaqs.displayOrder))
      .limit(listOptions.limit + 1)
    const [all] = await tx.select({ total: count() }).from(trashedFaqs).where(isOwnWorkspace)
    const shownRows = trashedRows.slice(0, listOptions.limit)
    const lastShown = shownRows.at(-1)
    return {
      items: shownRows.map(presentTrashed),
      next_cursor:
        trashedRows.length > listOptions.limit && lastShown
          ? `${lastShown.deletionId}:${lastShown.displayOrder}`
          : null,
      total: all?.total ?? 0,
    }
  })

/** @throws not_found; `details.in_trash` where it was deleted and can be brought back */
export async function findFaq({ tx, workspaceId }: WorkspaceTransaction, faqId: string): Promise<FaqRow> {
  const [row] = await tx
    .select()
    .from(faqs)
    .where(and(eq(faqs.workspaceId, workspaceId), eq(faqs.id, faqId)))
  if (row) return row
  const [trashed] = await tx
    .select()
    .from(trashedFaqs)
    .where(and(eq(trashedFaqs.workspaceId, workspaceId), eq(trashedFaqs.id, faqId)))
  if (!trashed) throw notFound('faq')
  const { deleted_by, deleted_at } = presentTrashed(trashed)
  throw new AppError('not_found', 'faq.not_found', 'This FAQ was deleted. It is in the trash.', {
    details: { in_trash: true, deleted_by, deleted_at },
  })
}
