import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { Guards } from '../../workspaces/server/index.ts'
import { pageRulesContract } from '../contract.ts'
import { getPageRules, savePageRules } from './page-rules.ts'

export function createPageRulesRoutes({ inWorkspace }: Guards) {
  const os = implement(pageRulesContract).$context<RequestContext>().use(inWorkspace)
  return os.router({
    get: os.get.handler(({ context }) => getPageRules(context.workspace)),
    save: os.save.handler(({ context, input }) => savePageRules(context.workspace, input)),
  })
}
