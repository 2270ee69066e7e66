import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { Guards } from '../../workspaces/server/index.ts'
import { pageRulesContract } from '../contract.ts'
import { getPageRules, savePageRules } from './page-rules.ts'

export function createPageRulesRoutes({ inWorkspace }: Guards) {
  const procedures = implement(pageRulesContract).$context<RequestContext>().use(inWorkspace)
  return procedures.router({
    get: procedures.get.handler(({ context }) => getPageRules(context.workspace)),
    save: procedures.save.handler(({ context, input }) => savePageRules(context.workspace, input)),
  })
}
