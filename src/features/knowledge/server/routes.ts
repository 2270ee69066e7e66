import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { Guards } from '../../workspaces/server/index.ts'
import { knowledgeContract } from '../contract.ts'
import { createTexts } from './create-texts.ts'
import { deleteSource, listSources } from './sources.ts'

export function createKnowledgeRoutes({ inWorkspace }: Guards) {
  const os = implement(knowledgeContract).$context<RequestContext>().use(inWorkspace)
  return os.router({
    sources: os.sources.handler(({ context, input }) => listSources(context.workspace, input)),
    createTexts: os.createTexts.handler(async ({ context, input }) => ({
      ids: await createTexts(context.workspace, input.items),
    })),
    deleteSource: os.deleteSource.handler(async ({ context, input }) => {
      await deleteSource(context.workspace, input.id)
      return { deleted: true as const }
    }),
  })
}
