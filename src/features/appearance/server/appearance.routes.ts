import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { FileStorage } from '../../../platform/storage/index.ts'
import type { Guards } from '../../workspaces/server/index.ts'
import { appearanceContract } from '../contract.ts'
import { getAppearance } from './appearance.ts'
import { sanitizeCss } from './custom-css.ts'
import { changeAppearance, uploadPicture } from './pictures.ts'

export function createAppearanceRoutes({ storage }: { storage: FileStorage }, { inWorkspace }: Guards) {
  const procedures = implement(appearanceContract).$context<RequestContext>().use(inWorkspace)
  return procedures.router({
    get: procedures.get.handler(({ context }) => getAppearance(context.workspace)),
    checkCss: procedures.checkCss.handler(({ input }) => sanitizeCss(input.css)),
    update: procedures.update.handler(({ context, input }) => changeAppearance(storage, context.workspace, input)),
    uploadPicture: procedures.uploadPicture.handler(({ context, input }) =>
      uploadPicture(storage, context.workspace, input),
    ),
  })
}
