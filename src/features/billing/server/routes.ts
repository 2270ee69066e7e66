import { implement } from '@orpc/server'
import { type Database, systemTransaction } from '../../../platform/db/index.ts'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import { type Auth, requireSession } from '../../accounts/server/index.ts'
import { billingContract } from '../contract.ts'
import { accessOf } from './access.ts'

export function createBillingRoutes(services: { db: Database; auth: Auth; billingOff: boolean }) {
  const os = implement(billingContract).$context<RequestContext>()
  return os.router({
    access: os.access.handler(async ({ context }) => {
      const { userId } = await requireSession(services.auth, context.headers)
      return systemTransaction(services.db, (tx) => accessOf(tx, userId, { billingOff: services.billingOff }))
    }),
  })
}
