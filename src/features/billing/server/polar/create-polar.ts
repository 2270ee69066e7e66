import { PolarClientError } from '@polar-sh/sdk'
import { createPolarCore } from '@polar-sh/sdk/2026-10'
import { createCheckoutsService } from '@polar-sh/sdk/2026-10/services/checkouts'
import { createCustomerSessionsService } from '@polar-sh/sdk/2026-10/services/customer_sessions'
import { deleteExternalCustomers } from '@polar-sh/sdk/2026-10/services/customers'
import { createOrdersService } from '@polar-sh/sdk/2026-10/services/orders'
import { createSubscriptionsService } from '@polar-sh/sdk/2026-10/services/subscriptions'
import { AppError, notFound } from '../../../../kernel/app-error.ts'
import type { PolarConfig } from '../../../../platform/config/index.ts'
import type { DatabaseLog } from '../../../../platform/db/index.ts'
import type { Order } from '../../contract.ts'
import type { BillingProvider, PlanProductIds } from '../provider.ts'
import { reportOf } from './payload.ts'
import { readWebhook } from './read-webhook.ts'

/** Timeout in seconds; a user is waiting. */
const TIMEOUT_SECONDS = 10
const PAGE_SIZE = 100
/** Maximum number of orders shown. */
const MAX_ORDERS_SHOWN = 100

const unavailableError = (cause: unknown) =>
  new AppError(
    'unavailable',
    'billing.provider_unavailable',
    'The payment service does not answer right now. Please try again in a moment.',
    { cause },
  )

const statusCodeOf = (polarError: unknown) => (polarError instanceof PolarClientError ? polarError.statusCode : null)

type PolarOrder = Awaited<ReturnType<ReturnType<typeof createOrdersService>['get']>>

const toApiOrder = (polarOrder: PolarOrder): Order => ({
  id: polarOrder.id,
  number: polarOrder.invoice_number,
  description: polarOrder.description,
  status: polarOrder.status,
  total: polarOrder.total_amount,
  currency: polarOrder.currency,
  created_at: new Date(polarOrder.created_at).toISOString(),
})

/**
 * Payments through Polar. Our people are its customers, by their id as `external_id`.
 * @param timeoutSeconds of one call, in seconds
 */
export function createPolar(
  polarConfig: PolarConfig,
  log: DatabaseLog,
  timeoutSeconds = TIMEOUT_SECONDS,
): BillingProvider {
  const planProductIds: PlanProductIds = { starter: polarConfig.starter, pro: polarConfig.pro }
  const polarCore = createPolarCore({
    accessToken: polarConfig.accessToken,
    baseUrl: polarConfig.apiUrl,
    timeout: timeoutSeconds,
  })
  const polarClient = {
    checkouts: createCheckoutsService(polarCore),
    customerSessions: createCustomerSessionsService(polarCore),
    orders: createOrdersService(polarCore),
    subscriptions: createSubscriptionsService(polarCore),
    deleteCustomer: deleteExternalCustomers(polarCore),
  }

  /** @param errorsByStatus what a status of the answer means; every other failure is the provider's, and is logged */
  async function callPolar<T>(
    methodName: string,
    polarCall: () => Promise<T>,
    errorsByStatus: Record<number, () => AppError> = {},
  ): Promise<T> {
    try {
      return await polarCall()
    } catch (polarError) {
      const expectedError = errorsByStatus[statusCodeOf(polarError) ?? 0]
      if (expectedError) throw expectedError()
      log('error', 'The payment provider failed.', { call: methodName, reason: String(polarError) })
      throw unavailableError(polarError)
    }
  }

  const parseReport = (rawSubscription: unknown) => {
    try {
      return reportOf(planProductIds, rawSubscription)
    } catch (polarError) {
      throw unavailableError(polarError)
    }
  }
  const updateSubscription = async (
    subscriptionId: string,
    subscriptionChanges: Parameters<typeof polarClient.subscriptions.update>[1],
  ) =>
    parseReport(
      await callPolar(
        'subscriptions.update',
        () => polarClient.subscriptions.update(subscriptionId, subscriptionChanges),
        {
          402: () =>
            new AppError(
              'conflict',
              'billing.payment_failed',
              'The payment was declined. Update your payment method, then try again.',
            ),
          403: () => new AppError('conflict', 'billing.over', 'This subscription is over.'),
          404: () => notFound('subscription'),
          409: () =>
            new AppError('conflict', 'billing.busy', 'This subscription is being changed right now. Please try again.'),
        },
      ),
    )
  const revokeSubscription = async (subscriptionId: string): Promise<void> => {
    try {
      await polarClient.subscriptions.revoke(subscriptionId)
    } catch (polarError) {
      // Over already, or unknown: nothing is left to end.
      if (statusCodeOf(polarError) === 403 || statusCodeOf(polarError) === 404) return
      throw unavailableError(polarError)
    }
  }
  const listActive = (userId: string) =>
    callPolar('subscriptions.list', () =>
      polarClient.subscriptions.list({ external_customer_id: userId, active: true, limit: PAGE_SIZE }),
    )

  return {
    kind: 'polar',
    plans: planProductIds,
    async createCheckout(customer, chosenPlan, returnUrls) {
      const { url } = await callPolar('checkouts.create', () =>
        polarClient.checkouts.create({
          products: [planProductIds[chosenPlan].productId],
          external_customer_id: customer.userId,
          customer_email: customer.email,
          ...(customer.name ? { customer_name: customer.name } : {}),
          // Our own trial came first, so a subscription starts with a payment.
          allow_trial: false,
          success_url: returnUrls.paid.href,
          return_url: returnUrls.abandoned.href,
        }),
      )
      return new URL(url)
    },
    async openPortal(userId, returnUrl) {
      const portalSession = await callPolar(
        'customerSessions.create',
        () => polarClient.customerSessions.create({ external_customer_id: userId, return_url: returnUrl.href }),
        { 422: () => notFound('customer') },
      )
      return new URL(portalSession.customer_portal_url)
    },
    async subscriptionsOf(userId) {
      const { items } = await callPolar('subscriptions.list', () =>
        polarClient.subscriptions.list({ external_customer_id: userId, limit: PAGE_SIZE }),
      )
      return items.map(parseReport)
    },
    async findSubscription(subscriptionId) {
      try {
        return parseReport(
          await callPolar('subscriptions.get', () => polarClient.subscriptions.get(subscriptionId), {
            404: () => notFound('subscription'),
          }),
        )
      } catch (polarError) {
        if (polarError instanceof AppError && polarError.kind === 'not_found') return null
        throw polarError
      }
    },
    async *allSubscriptions() {
      for (let pageNumber = 1; ; pageNumber += 1) {
        const product_id = [planProductIds.starter.productId, planProductIds.pro.productId]
        const { items, pagination } = await callPolar('subscriptions.list', () =>
          polarClient.subscriptions.list({ product_id, page: pageNumber, limit: PAGE_SIZE, sorting: ['started_at'] }),
        )
        yield* items.map(parseReport)
        if (pageNumber >= pagination.max_page) return
      }
    },
    changePlan: (subscriptionId, targetPlan, effectiveTime) =>
      updateSubscription(subscriptionId, {
        product_id: planProductIds[targetPlan].productId,
        proration_behavior: effectiveTime === 'now' ? 'invoice' : 'next_period',
      }),
    keepPlan: (subscriptionId) => updateSubscription(subscriptionId, { pending_update: null }),
    cancelAtPeriodEnd: (subscriptionId, shouldCancel) =>
      updateSubscription(subscriptionId, { cancel_at_period_end: shouldCancel }),
    revoke: revokeSubscription,
    async forget(userId) {
      for (const { id } of (await listActive(userId)).items) await revokeSubscription(id)
      try {
        await polarClient.deleteCustomer(userId, { anonymize: true })
      } catch (polarError) {
        if (statusCodeOf(polarError) !== 404) throw unavailableError(polarError)
      }
    },
    async ordersOf(userId) {
      const { items } = await callPolar('orders.list', () =>
        polarClient.orders.list({ external_customer_id: userId, limit: MAX_ORDERS_SHOWN, sorting: ['-created_at'] }),
      )
      return items.map(toApiOrder)
    },
    async invoiceOf(userId, orderId) {
      const missingOrder = { 404: () => notFound('order'), 422: () => notFound('order') }
      const polarOrder = await callPolar('orders.get', () => polarClient.orders.get(orderId), missingOrder)
      if (polarOrder.customer.external_id !== userId) throw notFound('order')
      const noInvoiceYet = () =>
        new AppError(
          'conflict',
          'billing.no_invoice',
          'There is no invoice yet. Add your billing name and address under «Manage payment», then try again.',
        )
      if (!polarOrder.is_invoice_generated) {
        await callPolar('orders.generateInvoice', () => polarClient.orders.generateInvoice(orderId), {
          409: noInvoiceYet,
          422: noInvoiceYet,
        })
      }
      const invoiceInProgress = () =>
        new AppError('conflict', 'billing.no_invoice', 'The invoice is being created. Please try again in a moment.')
      const { url } = await callPolar('orders.invoice', () => polarClient.orders.invoice(orderId), {
        404: invoiceInProgress,
      })
      return new URL(url)
    },
    readWebhook: (webhookBody, headers) =>
      readWebhook({ secret: polarConfig.webhookSecret, plans: planProductIds }, webhookBody, headers),
  }
}
