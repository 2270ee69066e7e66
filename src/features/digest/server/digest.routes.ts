import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { Guards } from '../../workspaces/server/index.ts'
import { digestContract } from '../contract.ts'
import { digestSetting, sendDigestNow, setDigest } from './digest-settings.ts'

export function createDigestRoutes({ inWorkspace }: Guards) {
  const procedures = implement(digestContract).$context<RequestContext>().use(inWorkspace)
  return procedures.router({
    get: procedures.get.handler(({ context }) => digestSetting(context.workspace)),
    set: procedures.set.handler(({ context, input }) => setDigest(context.workspace, input)),
    sendNow: procedures.sendNow.handler(async ({ context }) => {
      await sendDigestNow(context.workspace)
      return { queued: true as const }
    }),
  })
}
