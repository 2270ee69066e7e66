import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { FileStorage } from '../../../platform/storage/index.ts'
import type { Guards } from '../../workspaces/server/index.ts'
import { appearanceContract } from '../contract.ts'
import { getAppearance } from './appearance.ts'
import { sanitizeCss } from './custom-css.ts'
import { changeAppearance, uploadPicture } from './pictures.ts'

export function createAppearanceRoutes({ storage }: { storage: FileStorage }, { inWorkspace }: Guards) {
  const os = implement(appearanceContract).$context<RequestContext>().use(inWorkspace)
  return os.router({
    get: os.get.handler(({ context }) => getAppearance(context.workspace)),
    checkCss: os.checkCss.handler(({ input }) => sanitizeCss(input.css)),
    update: os.update.handler(({ context, input }) => changeAppearance(storage, context.workspace, input)),
    uploadPicture: os.uploadPicture.handler(({ context, input }) => uploadPicture(storage, context.workspace, input)),
  })
}
