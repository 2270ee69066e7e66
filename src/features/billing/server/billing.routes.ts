import { implement } from '@orpc/server'
import { systemTransaction } from '../../../platform/db/index.ts'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import { type Auth, createUserGuard } from '../../accounts/server/index.ts'
import { billingContract } from '../contract.ts'
import { accessOf } from './access.ts'
import { type BillingServices, providerOf } from './billing-services.ts'
import { cancelSubscription, changePlan, previewPlanChange, resumeSubscription } from './change-subscription.ts'
import { openPortal, refreshAccess, startCheckout } from './checkout.ts'
import { readOverview } from './overview.ts'

/** Guards the number of tries; thrown as `rate_limited`. */
export interface BillingLimits {
  /** Calls that go on to the provider. */
  provider(userId: string): Promise<void>
}

const done = { done: true as const }

export function createBillingRoutes(services: BillingServices, auth: Auth, limits: BillingLimits) {
  const os = implement(billingContract).$context<RequestContext>().use(createUserGuard(auth))
  return os.router({
    access: os.access.handler(({ context }) =>
      systemTransaction(services.db, (transaction) =>
        accessOf(transaction, context.userId, { billingOff: !services.provider }),
      ),
    ),
    overview: os.overview.handler(({ context }) => readOverview(services, context.userId)),
    checkout: os.checkout.handler(async ({ context, input }) => {
      await limits.provider(context.userId)
      return { checkout_url: (await startCheckout(services, context.userId, input)).href }
    }),
    refresh: os.refresh.handler(async ({ context }) => {
      await limits.provider(context.userId)
      return refreshAccess(services, context.userId)
    }),
    previewChange: os.previewChange.handler(({ context, input }) => previewPlanChange(services, context.userId, input)),
    changePlan: os.changePlan.handler(async ({ context, input }) => {
      await limits.provider(context.userId)
      await changePlan(services, context.userId, input)
      return done
    }),
    cancel: os.cancel.handler(async ({ context, input }) => {
      await limits.provider(context.userId)
      await cancelSubscription(services, context.userId, input.id)
      return done
    }),
    resume: os.resume.handler(async ({ context, input }) => {
      await limits.provider(context.userId)
      await resumeSubscription(services, context.userId, input.id)
      return done
    }),
    portal: os.portal.handler(async ({ context }) => {
      await limits.provider(context.userId)
      return { portal_url: (await openPortal(services, context.userId)).href }
    }),
    orders: os.orders.handler(async ({ context }) => {
      await limits.provider(context.userId)
      return { items: services.provider ? await services.provider.ordersOf(context.userId) : [] }
    }),
    invoice: os.invoice.handler(async ({ context, input }) => {
      await limits.provider(context.userId)
      return { invoice_url: (await providerOf(services).invoiceOf(context.userId, input.id)).href }
    }),
  })
}
