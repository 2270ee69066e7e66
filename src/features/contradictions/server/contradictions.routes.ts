import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { Guards } from '../../workspaces/server/index.ts'
import { contradictionsContract } from '../contract.ts'
import { listContradictions, setContradiction } from './contradictions.queries.ts'

export function createContradictionsRoutes({ inWorkspace }: Guards) {
  const os = implement(contradictionsContract).$context<RequestContext>().use(inWorkspace)
  return os.router({
    list: os.list.handler(({ context, input }) => listContradictions(context.workspace, input)),
    dismiss: os.dismiss.handler(({ context, input }) =>
      setContradiction(context.workspace, { id: input.id, state: 'dismissed' }),
    ),
    restore: os.restore.handler(({ context, input }) =>
      setContradiction(context.workspace, { id: input.id, state: 'open' }),
    ),
  })
}
