import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { Guards } from '../../workspaces/server/index.ts'
import { visitorsContract } from '../contract.ts'
import { listWidgetPages } from './widget-pages.ts'

export function createVisitorsRoutes(guards: Guards) {
  const member = implement(visitorsContract).$context<RequestContext>().use(guards.inWorkspace)
  return member.router({
    widgetPages: member.widgetPages.handler(({ context }) => listWidgetPages(context.workspace)),
  })
}
