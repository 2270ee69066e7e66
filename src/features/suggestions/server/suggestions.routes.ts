import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { Guards } from '../../workspaces/server/index.ts'
import { suggestionsContract } from '../contract.ts'
import { acceptEdited, acceptSuggestions, dismissSuggestions, restoreSuggestions } from './settle-suggestions.ts'
import { listSuggestions } from './suggestions.queries.ts'

export function createSuggestionsRoutes({ inWorkspace }: Guards) {
  const contractRouter = implement(suggestionsContract).$context<RequestContext>().use(inWorkspace)
  return contractRouter.router({
    list: contractRouter.list.handler(({ context }) => listSuggestions(context.workspace)),
    accept: contractRouter.accept.handler(({ context, input }) => acceptSuggestions(context.workspace, input)),
    acceptEdited: contractRouter.acceptEdited.handler(({ context, input }) => acceptEdited(context.workspace, input)),
    dismiss: contractRouter.dismiss.handler(async ({ context, input }) => ({
      dismissed: await dismissSuggestions(context.workspace, input.ids),
    })),
    restore: contractRouter.restore.handler(async ({ context, input }) => ({
      restored: await restoreSuggestions(context.workspace, input.ids),
    })),
  })
}
