import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { Guards } from '../../workspaces/server/index.ts'
import { appearanceContract } from '../contract.ts'
import { getAppearance, updateAppearance } from './appearance.ts'

export function createAppearanceRoutes({ inWorkspace }: Guards) {
  const os = implement(appearanceContract).$context<RequestContext>().use(inWorkspace)
  return os.router({
    get: os.get.handler(({ context }) => getAppearance(context.workspace)),
    update: os.update.handler(({ context, input }) => updateAppearance(context.workspace, input)),
  })
}
