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
const BATCH_SIZE = 500
const NAME_PATTERN = '([0-9a-f-]{36}-[0-9]+x[0-9]+\\.webp)'

/** Names of the images that an answer of the workspace shows: a current or earlier one, or one in the trash. */
async function shownImages({ tx, workspaceId }: WorkspaceTransaction): Promise<Set<string>> {
  const mentionPattern = `%${IMAGE_PATH}${workspaceId}/%`
  const namesIn = (searchedText: SQL) => sql<string>`(regexp_matches(${searchedText}, ${NAME_PATTERN}, 'g'))[1]`
  const answerColumn = sql`${faqs.answer}`
  const versionAnswer = sql`${faqVersions.content}->>'answer'`
  const trashedAnswer = sql`${trashedFaqs.content}->>'answer'`
  const foundNames = [
    await tx
      .selectDistinct({ name: namesIn(answerColumn) })
      .from(faqs)
      .where(and(eq(faqs.workspaceId, workspaceId), like(answerColumn, mentionPattern))),
    await tx
      .selectDistinct({ name: namesIn(versionAnswer) })
      .from(faqVersions)
      .where(and(eq(faqVersions.workspaceId, workspaceId), like(versionAnswer, mentionPattern))),
    await tx
      .selectDistinct({ name: namesIn(trashedAnswer) })
      .from(trashedFaqs)
      .where(and(eq(trashedFaqs.workspaceId, workspaceId), like(trashedAnswer, mentionPattern))),
  ]
  return new Set(foundNames.flatMap((nameRows) => nameRows.map(({ name }) => name)))
}

/**
 * Deletes images that were stored before this time and that no answer of the workspace shows, and queues the removal of
 * their files. Under the lock of FAQs, so that no answer is saved with such an image at the same time.
 */
const removeFrom = (services: Services, workspaceId: string, uploadedBefore: Date): Promise<void> =>
  withFaqOrder(jobContext(services.workspaces, workspaceId), async (transaction) => {
    const { tx } = transaction
    const oldImages = await tx
      .select({ name: faqImages.name })
      .from(faqImages)
      .where(and(eq(faqImages.workspaceId, workspaceId), lt(faqImages.createdAt, uploadedBefore)))
    const shownNames = await shownImages(transaction)
    const unusedNames = oldImages
      .map(({ name: imageName }) => imageName)
      .filter((imageName) => !shownNames.has(imageName))
    for (let index = 0; index < unusedNames.length; index += BATCH_SIZE) {
      const nameBatch = unusedNames.slice(index, index + BATCH_SIZE)
      await tx.delete(faqImages).where(and(eq(faqImages.workspaceId, workspaceId), inArray(faqImages.name, nameBatch)))
      for (const imageName of nameBatch)
        await services.queueFileRemoval(tx, `${answerImageFolder(workspaceId)}${imageName}`)
    }
  })

/** Removes the images of all workspaces that were uploaded more than a week ago and no answer shows. */
export async function removeUnusedImages(
  services: Services,
  currentTime: Date,
  abortSignal?: AbortSignal,
): Promise<void> {
  const uploadedBefore = new Date(currentTime.getTime() - UNUSED_IMAGE_DAYS * 86_400_000)
  const workspaceRows = await systemTransaction(services.workspaces.db, (transaction) =>
    transaction
      .selectDistinct({ id: faqImages.workspaceId })
      .from(faqImages)
      .where(lt(faqImages.createdAt, uploadedBefore)),
  )
  for (const { id } of workspaceRows) {
    abortSignal?.throwIfAborted()
    await removeFrom(services, id, uploadedBefore)
  }
}
