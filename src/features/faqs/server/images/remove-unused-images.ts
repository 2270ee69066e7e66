import { and, eq, inArray, like, lt, type SQL, sql } from 'drizzle-orm'
import { IMAGE_PATH } from '../../../../kernel/markup.ts'
import { systemTransaction } from '../../../../platform/db/index.ts'
import type { KnowledgeServices } from '../../../knowledge/server/index.ts'
import { jobContext, type WorkspaceTransaction } from '../../../workspaces/server/index.ts'
import { UNUSED_IMAGE_DAYS } from '../../contract.ts'
import { faqs } from '../faqs.table.ts'
import { faqVersions } from '../history/faq-versions.table.ts'
import { trashedFaqs } from '../trash/trashed-faqs.table.ts'
import { withFaqOrder } from '../with-faq-order.ts'
import { faqImages } from './faq-images.table.ts'
import { answerImageFolder } from './upload-image.ts'

type Services = Pick<KnowledgeServices, 'workspaces' | 'queueFileRemoval'>

/** Rows in one statement. */
const BATCH = 500
const NAME = '([0-9a-f-]{36}-[0-9]+x[0-9]+\\.webp)'

/** Names of the images that an answer of the workspace shows: a current or earlier one, or one in the trash. */
async function shownImages({ tx, workspaceId }: WorkspaceTransaction): Promise<Set<string>> {
  const mention = `%${IMAGE_PATH}${workspaceId}/%`
  const names = (text: SQL) => sql<string>`(regexp_matches(${text}, ${NAME}, 'g'))[1]`
  const answer = sql`${faqs.answer}`
  const version = sql`${faqVersions.content}->>'answer'`
  const trashed = sql`${trashedFaqs.content}->>'answer'`
  const found = [
    await tx
      .selectDistinct({ name: names(answer) })
      .from(faqs)
      .where(and(eq(faqs.workspaceId, workspaceId), like(answer, mention))),
    await tx
      .selectDistinct({ name: names(version) })
      .from(faqVersions)
      .where(and(eq(faqVersions.workspaceId, workspaceId), like(version, mention))),
    await tx
      .selectDistinct({ name: names(trashed) })
      .from(trashedFaqs)
      .where(and(eq(trashedFaqs.workspaceId, workspaceId), like(trashed, mention))),
  ]
  return new Set(found.flatMap((rows) => rows.map(({ name }) => name)))
}

/**
 * Deletes images that were stored before this time and that no answer of the workspace shows, and queues the removal of
 * their files. Under the lock of FAQs, so that no answer is saved with such an image at the same time.
 */
const removeFrom = (services: Services, workspaceId: string, before: Date): Promise<void> =>
  withFaqOrder(jobContext(services.workspaces, workspaceId), async (transaction) => {
    const { tx } = transaction
    const old = await tx
      .select({ name: faqImages.name })
      .from(faqImages)
      .where(and(eq(faqImages.workspaceId, workspaceId), lt(faqImages.createdAt, before)))
    const shown = await shownImages(transaction)
    const unused = old.map(({ name }) => name).filter((name) => !shown.has(name))
    for (let index = 0; index < unused.length; index += BATCH) {
      const batch = unused.slice(index, index + BATCH)
      await tx.delete(faqImages).where(and(eq(faqImages.workspaceId, workspaceId), inArray(faqImages.name, batch)))
      for (const name of batch) await services.queueFileRemoval(tx, `${answerImageFolder(workspaceId)}${name}`)
    }
  })

/** Removes the images of all workspaces that were uploaded more than a week ago and no answer shows. */
export async function removeUnusedImages(services: Services, now: Date, signal?: AbortSignal): Promise<void> {
  const before = new Date(now.getTime() - UNUSED_IMAGE_DAYS * 86_400_000)
  const rows = await systemTransaction(services.workspaces.db, (transaction) =>
    transaction.selectDistinct({ id: faqImages.workspaceId }).from(faqImages).where(lt(faqImages.createdAt, before)),
  )
  for (const { id } of rows) {
    signal?.throwIfAborted()
    await removeFrom(services, id, before)
  }
}
