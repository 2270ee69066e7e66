import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { Guards } from '../../workspaces/server/index.ts'
import { faqsContract } from '../contract.ts'
import { archiveAllFaqs } from './archive-all-faqs.ts'
import { createFaq } from './create-faq.ts'
import { deleteAllFaqs } from './delete-all-faqs.ts'
import { deleteFaq } from './delete-faq.ts'
import { listCategories, listFaqs } from './faqs.queries.ts'
import { importFaqs } from './import-faqs.ts'
import { updateFaq } from './update-faq.ts'

export function createFaqsRoutes({ inWorkspace }: Guards) {
  const os = implement(faqsContract).$context<RequestContext>()
  return os.router({
    list: os.list.use(inWorkspace).handler(({ context, input }) => listFaqs(context.workspace, input)),
    create: os.create.use(inWorkspace).handler(({ context, input }) => createFaq(context.workspace, input)),
    update: os.update.use(inWorkspace).handler(({ context, input }) => updateFaq(context.workspace, input)),
    delete: os.delete.use(inWorkspace).handler(async ({ context, input }) => {
      await deleteFaq(context.workspace, input.id)
      return { deleted: true as const }
    }),
    import: os.import.use(inWorkspace).handler(({ context, input }) => importFaqs(context.workspace, input)),
    archiveAll: os.archiveAll.use(inWorkspace).handler(async ({ context }) => ({ archived: await archiveAllFaqs(context.workspace) })),
    deleteAll: os.deleteAll.use(inWorkspace).handler(async ({ context }) => ({ deleted: await deleteAllFaqs(context.workspace) })),
    categories: os.categories.use(inWorkspace).handler(async ({ context }) => ({ items: await listCategories(context.workspace) })),
  })
}
