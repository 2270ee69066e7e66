import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { Guards } from '../../workspaces/server/index.ts'
import { digestContract } from '../contract.ts'
import { digestSetting, sendDigestNow, setDigest } from './digest-settings.ts'

export function createDigestRoutes({ inWorkspace }: Guards) {
  const os = implement(digestContract).$context<RequestContext>().use(inWorkspace)
  return os.router({
    get: os.get.handler(({ context }) => digestSetting(context.workspace)),
    set: os.set.handler(({ context, input }) => setDigest(context.workspace, input)),
    sendNow: os.sendNow.handler(async ({ context }) => {
      await sendDigestNow(context.workspace)
      return { queued: true as const }
    }),
  })
}
