import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { KnowledgeServices } from '../../knowledge/server/index.ts'
import type { Guards } from '../../workspaces/server/index.ts'
import { faqsContract } from '../contract.ts'
import { archiveAllFaqs } from './archive-all-faqs.ts'
import { addCategory, deleteCategory, renameCategory, reorderCategories } from './categories/edit-categories.ts'
import { categoryNames, listCategoriesWithCounts } from './categories/faq-categories.ts'
import { compareQuestions } from './compare-questions.ts'
import { createFaq } from './create-faq.ts'
import { getFaq, listRows, matchingFaqs } from './faq-rows.queries.ts'
import { listFaqs } from './faqs.queries.ts'
import { listVersions, readVersion, restoreVersion } from './history/faq-history.ts'
import { uploadImage } from './images/upload-image.ts'
import { reorderFaq } from './reorder-faq.ts'
import { importFaqs } from './transfer/import-faqs.ts'
import { deleteAllFaqs } from './trash/delete-all-faqs.ts'
import { deleteFaq } from './trash/delete-faq.ts'
import { deleteManyFaqs } from './trash/delete-many-faqs.ts'
import { emptyTrash, purgeFaqs } from './trash/purge-trash.ts'
import { restoreFaqs } from './trash/restore-faqs.ts'
import { listTrash } from './trash/trash.queries.ts'
import { updateFaq } from './update-faq.ts'
import { updateManyFaqs } from './update-many-faqs.ts'

export function createFaqsRoutes({ inWorkspace }: Guards, knowledge: Pick<KnowledgeServices, 'storage'>) {
  const implementation = implement(faqsContract).$context<RequestContext>().use(inWorkspace)
  const { history, trash, categoryList } = implementation
  return implementation.router({
    list: implementation.list.handler(({ context, input }) => listFaqs(context.workspace, input)),
    get: implementation.get.handler(({ context, input }) => getFaq(context.workspace, input.id)),
    rows: implementation.rows.handler(({ context, input }) => listRows(context.workspace, input)),
    matching: implementation.matching.handler(async ({ context, input }) => ({
      ids: await matchingFaqs(context.workspace, input.q),
    })),
    create: implementation.create.handler(({ context, input }) => createFaq(context.workspace, input)),
    update: implementation.update.handler(({ context, input }) => updateFaq(context.workspace, input)),
    delete: implementation.delete.handler(async ({ context, input }) => ({
      deleted: true as const,
      deletion_id: await deleteFaq(context.workspace, input.id),
    })),
    reorder: implementation.reorder.handler(({ context, input }) =>
      reorderFaq(context.workspace, input.id, input.position),
    ),
    updateMany: implementation.updateMany.handler(async ({ context, input }) => ({
      outcomes: await updateManyFaqs(context.workspace, input),
    })),
    deleteMany: implementation.deleteMany.handler(({ context, input }) => deleteManyFaqs(context.workspace, input.ids)),
    import: implementation.import.handler(({ context, input }) => importFaqs(context.workspace, input)),
    compare: implementation.compare.handler(({ context, input }) => compareQuestions(context.workspace, input)),
    uploadImage: implementation.uploadImage.handler(({ context, input }) =>
      uploadImage(knowledge, context.workspace, input.file),
    ),
    archiveAll: implementation.archiveAll.handler(async ({ context }) => ({
      archived: await archiveAllFaqs(context.workspace),
    })),
    deleteAll: implementation.deleteAll.handler(({ context }) => deleteAllFaqs(context.workspace)),
    categories: implementation.categories.handler(({ context }) => categoryNames(context.workspace)),
    history: {
      list: history.list.handler(async ({ context, input }) => ({
        items: await listVersions(context.workspace, input.id),
      })),
      read: history.read.handler(({ context, input }) => readVersion(context.workspace, input.id, input.version)),
      restore: history.restore.handler(({ context, input }) =>
        restoreVersion(context.workspace, input.id, input.version),
      ),
    },
    trash: {
      list: trash.list.handler(({ context, input }) => listTrash(context.workspace, input)),
      restore: trash.restore.handler(async ({ context, input: { ids, deletion_id } }) => ({
        restored: await restoreFaqs(context.workspace, ids ? { ids } : { deletionId: deletion_id ?? '' }),
      })),
      delete: trash.delete.handler(async ({ context, input }) => ({
        deleted: await purgeFaqs(context.workspace, input.ids),
      })),
      empty: trash.empty.handler(async ({ context }) => ({ deleted: await emptyTrash(context.workspace) })),
    },
    categoryList: {
      get: categoryList.get.handler(async ({ context }) => ({
        items: await listCategoriesWithCounts(context.workspace),
      })),
      add: categoryList.add.handler(async ({ context, input }) => ({
        items: await addCategory(context.workspace, input.name),
      })),
      rename: categoryList.rename.handler(async ({ context, input }) => ({
        items: await renameCategory(context.workspace, input.name, input.to),
      })),
      reorder: categoryList.reorder.handler(async ({ context, input }) => ({
        items: await reorderCategories(context.workspace, input.names),
      })),
      delete: categoryList.delete.handler(async ({ context, input }) => ({
        items: await deleteCategory(context.workspace, input.name, input.move_to),
      })),
    },
  })
}
