import { implement } from '@orpc/server'
import { systemTransaction } from '../../../platform/db/index.ts'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import { type Auth, createUserGuard } from '../../accounts/server/index.ts'
import { billingContract } from '../contract.ts'
import { accessOf } from './access.ts'
import { type BillingServices, providerOf } from './billing-services.ts'
import { cancelSubscription, changePlan, previewPlanChange, resumeSubscription } from './change-subscription.ts'
import { openPortal, refreshAccess, startCheckout } from './checkout.ts'
import { readBillingOverview } from './overview.ts'

/** Guards the number of tries; thrown as `rate_limited`. */
export interface BillingLimits {
  /** Calls that go on to the provider. */
  provider(userId: string): Promise<void>
}

const DONE_RESPONSE = { done: true as const }

export function createBillingRoutes(services: BillingServices, authentication: Auth, rateLimits: BillingLimits) {
  const contractRouter = implement(billingContract).$context<RequestContext>().use(createUserGuard(authentication))
  return contractRouter.router({
    access: contractRouter.access.handler(({ context }) =>
      systemTransaction(services.db, (transaction) =>
        accessOf(transaction, context.userId, { billingOff: !services.provider }),
      ),
    ),
    overview: contractRouter.overview.handler(({ context }) => readBillingOverview(services, context.userId)),
    checkout: contractRouter.checkout.handler(async ({ context, input }) => {
      await rateLimits.provider(context.userId)
      return { checkout_url: (await startCheckout(services, context.userId, input)).href }
    }),
    refresh: contractRouter.refresh.handler(async ({ context }) => {
      await rateLimits.provider(context.userId)
      return refreshAccess(services, context.userId)
    }),
    previewChange: contractRouter.previewChange.handler(({ context, input }) =>
      previewPlanChange(services, context.userId, input),
    ),
    changePlan: contractRouter.changePlan.handler(async ({ context, input }) => {
      await rateLimits.provider(context.userId)
      await changePlan(services, context.userId, input)
      return DONE_RESPONSE
    }),
    cancel: contractRouter.cancel.handler(async ({ context, input }) => {
      await rateLimits.provider(context.userId)
      await cancelSubscription(services, context.userId, input.id)
      return DONE_RESPONSE
    }),
    resume: contractRouter.resume.handler(async ({ context, input }) => {
      await rateLimits.provider(context.userId)
      await resumeSubscription(services, context.userId, input.id)
      return DONE_RESPONSE
    }),
    portal: contractRouter.portal.handler(async ({ context }) => {
      await rateLimits.provider(context.userId)
      return { portal_url: (await openPortal(services, context.userId)).href }
    }),
    orders: contractRouter.orders.handler(async ({ context }) => {
      await rateLimits.provider(context.userId)
      return { items: services.provider ? await services.provider.ordersOf(context.userId) : [] }
    }),
    invoice: contractRouter.invoice.handler(async ({ context, input }) => {
      await rateLimits.provider(context.userId)
      return { invoice_url: (await providerOf(services).invoiceOf(context.userId, input.id)).href }
    }),
  })
}
