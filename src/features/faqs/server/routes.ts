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
  const os = implement(faqsContract).$context<RequestContext>().use(inWorkspace)
  return os.router({
    list: os.list.handler(({ context, input }) => listFaqs(context.workspace, input)),
    create: os.create.handler(({ context, input }) => createFaq(context.workspace, input)),
    update: os.update.handler(({ context, input }) => updateFaq(context.workspace, input)),
    delete: os.delete.handler(async ({ context, input }) => {
      await deleteFaq(context.workspace, input.id)
      return { deleted: true as const }
    }),
    import: os.import.handler(({ context, input }) => importFaqs(context.workspace, input)),
    archiveAll: os.archiveAll.handler(async ({ context }) => ({ archived: await archiveAllFaqs(context.workspace) })),
    deleteAll: os.deleteAll.handler(async ({ context }) => ({ deleted: await deleteAllFaqs(context.workspace) })),
    categories: os.categories.handler(async ({ context }) => ({ items: await listCategories(context.workspace) })),
  })
}
