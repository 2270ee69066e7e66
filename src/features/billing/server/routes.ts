import { implement } from '@orpc/server'
import { type Database, systemTransaction } from '../../../platform/db/index.ts'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import { type Auth, createUserGuard } from '../../accounts/server/index.ts'
import { billingContract } from '../contract.ts'
import { accessOf } from './access.ts'

export function createBillingRoutes(services: { db: Database; auth: Auth; billingOff: boolean }) {
  const os = implement(billingContract).$context<RequestContext>().use(createUserGuard(services.auth))
  return os.router({
    access: os.access.handler(({ context }) =>
      systemTransaction(services.db, (tx) => accessOf(tx, context.userId, { billingOff: services.billingOff })),
    ),
  })
}
