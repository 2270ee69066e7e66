import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { Guards } from '../../workspaces/server/index.ts'
import { contradictionsContract } from '../contract.ts'
import { listContradictions, setContradiction } from './contradictions.queries.ts'

export function createContradictionsRoutes({ inWorkspace }: Guards) {
  const procedures = implement(contradictionsContract).$context<RequestContext>().use(inWorkspace)
  return procedures.router({
    list: procedures.list.handler(({ context, input }) => listContradictions(context.workspace, input)),
    dismiss: procedures.dismiss.handler(({ context, input }) =>
      setContradiction(context.workspace, { id: input.id, state: 'dismissed' }),
    ),
    restore: procedures.restore.handler(({ context, input }) =>
      setContradiction(context.workspace, { id: input.id, state: 'open' }),
    ),
  })
}
