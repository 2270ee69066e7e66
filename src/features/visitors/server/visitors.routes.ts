import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { AskOutput } from '../../answering/contract.ts'
import type { Guards, WorkspaceContext } from '../../workspaces/server/index.ts'
import { visitorsContract } from '../contract.ts'
import { negotiateLanguage } from '../domain/languages.ts'
import { readPreview } from './preview.ts'
import { listWidgetPages } from './widget/widget-pages.ts'

export interface VisitorsRoutesDependencies {
  /** The instance's own address, without a slash at the end. */
  appUrl: string
  /** Answers without keeping anything. @param address of the person who tries it, for the limits */
  tryAsking(context: WorkspaceContext, question: string, address: string): Promise<AskOutput>
}

export function createVisitorsRoutes(routeGuards: Guards, dependencies: VisitorsRoutesDependencies) {
  const memberProcedures = implement(visitorsContract).$context<RequestContext>().use(routeGuards.inWorkspace)
  return memberProcedures.router({
    preview: memberProcedures.preview.handler(({ context }) => {
      const language = negotiateLanguage(context.headers.get('accept-language') ?? undefined)
      return readPreview(context.workspace, language, dependencies.appUrl)
    }),
    tryAsking: memberProcedures.tryAsking.handler(({ context, input }) =>
      dependencies.tryAsking(context.workspace, input.question, context.address),
    ),
    widgetPages: memberProcedures.widgetPages.handler(({ context }) => listWidgetPages(context.workspace)),
  })
}
