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
import type { BillingProvider, PlanIds } from '../provider.ts'
import { reportOf } from './payload.ts'
import { readWebhook } from './read-webhook.ts'

/** Timeout in seconds; a user is waiting. */
const TIMEOUT = 10
const PAGE = 100
/** Maximum number of orders shown. */
const ORDERS_SHOWN = 100

const unavailable = (cause: unknown) =>
  new AppError(
    'unavailable',
    'billing.provider_unavailable',
    'The payment service does not answer right now. Please try again in a moment.',
    { cause },
  )

const statusOf = (error: unknown) => (error instanceof PolarClientError ? error.statusCode : null)

type PolarOrder = Awaited<ReturnType<ReturnType<typeof createOrdersService>['get']>>

const orderOf = (order: PolarOrder): Order => ({
  id: order.id,
  number: order.invoice_number,
  description: order.description,
  status: order.status,
  total: order.total_amount,
  currency: order.currency,
  created_at: new Date(order.created_at).toISOString(),
})

/**
 * Payments through Polar. Our people are its customers, by their id as `external_id`.
 * @param timeout of one call, in seconds
 */
export function createPolar(config: PolarConfig, log: DatabaseLog, timeout = TIMEOUT): BillingProvider {
  const plans: PlanIds = { starter: config.starter, pro: config.pro }
  const core = createPolarCore({ accessToken: config.accessToken, baseUrl: config.apiUrl, timeout })
  const polar = {
    checkouts: createCheckoutsService(core),
    customerSessions: createCustomerSessionsService(core),
    orders: createOrdersService(core),
    subscriptions: createSubscriptionsService(core),
    deleteCustomer: deleteExternalCustomers(core),
  }

  /** @param expected what a status of the answer means; every other failure is the provider's, and is logged */
  async function ask<T>(
    what: string,
    call: () => Promise<T>,
    expected: Record<number, () => AppError> = {},
  ): Promise<T> {
    try {
      return await call()
    } catch (error) {
      const meaning = expected[statusOf(error) ?? 0]
      if (meaning) throw meaning()
      log('error', 'The payment provider failed.', { call: what, reason: String(error) })
      throw unavailable(error)
    }
  }

  const report = (raw: unknown) => {
    try {
      return reportOf(plans, raw)
    } catch (error) {
      throw unavailable(error)
    }
  }
  const update = async (id: string, body: Parameters<typeof polar.subscriptions.update>[1]) =>
    report(
      await ask('subscriptions.update', () => polar.subscriptions.update(id, body), {
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
      }),
    )
  const revoke = async (id: string): Promise<void> => {
    try {
      await polar.subscriptions.revoke(id)
    } catch (error) {
      // Over already, or unknown: nothing is left to end.
      if (statusOf(error) === 403 || statusOf(error) === 404) return
      throw unavailable(error)
    }
  }
  const running = (userId: string) =>
    ask('subscriptions.list', () =>
      polar.subscriptions.list({ external_customer_id: userId, active: true, limit: PAGE }),
    )

  return {
    kind: 'polar',
    plans,
    async createCheckout(payer, plan, back) {
      const { url } = await ask('checkouts.create', () =>
        polar.checkouts.create({
          products: [plans[plan].productId],
          external_customer_id: payer.userId,
          customer_email: payer.email,
          ...(payer.name ? { customer_name: payer.name } : {}),
          // Our own trial came first, so a subscription starts with a payment.
          allow_trial: false,
          success_url: back.paid.href,
          return_url: back.abandoned.href,
        }),
      )
      return new URL(url)
    },
    async openPortal(userId, back) {
      const session = await ask(
        'customerSessions.create',
        () => polar.customerSessions.create({ external_customer_id: userId, return_url: back.href }),
        { 422: () => notFound('customer') },
      )
      return new URL(session.customer_portal_url)
    },
    async subscriptionsOf(userId) {
      const { items } = await ask('subscriptions.list', () =>
        polar.subscriptions.list({ external_customer_id: userId, limit: PAGE }),
      )
      return items.map(report)
    },
    async findSubscription(id) {
      try {
        return report(
          await ask('subscriptions.get', () => polar.subscriptions.get(id), { 404: () => notFound('subscription') }),
        )
      } catch (error) {
        if (error instanceof AppError && error.kind === 'not_found') return null
        throw error
      }
    },
    async *allSubscriptions() {
      for (let page = 1; ; page += 1) {
        const product_id = [plans.starter.productId, plans.pro.productId]
        const { items, pagination } = await ask('subscriptions.list', () =>
          polar.subscriptions.list({ product_id, page, limit: PAGE, sorting: ['started_at'] }),
        )
        yield* items.map(report)
        if (page >= pagination.max_page) return
      }
    },
    changePlan: (id, plan, when) =>
      update(id, {
        product_id: plans[plan].productId,
        proration_behavior: when === 'now' ? 'invoice' : 'next_period',
      }),
    keepPlan: (id) => update(id, { pending_update: null }),
    cancelAtPeriodEnd: (id, cancel) => update(id, { cancel_at_period_end: cancel }),
    revoke,
    async forget(userId) {
      for (const { id } of (await running(userId)).items) await revoke(id)
      try {
        await polar.deleteCustomer(userId, { anonymize: true })
      } catch (error) {
        if (statusOf(error) !== 404) throw unavailable(error)
      }
    },
    async ordersOf(userId) {
      const { items } = await ask('orders.list', () =>
        polar.orders.list({ external_customer_id: userId, limit: ORDERS_SHOWN, sorting: ['-created_at'] }),
      )
      return items.map(orderOf)
    },
    async invoiceOf(userId, orderId) {
      const missing = { 404: () => notFound('order'), 422: () => notFound('order') }
      const order = await ask('orders.get', () => polar.orders.get(orderId), missing)
      if (order.customer.external_id !== userId) throw notFound('order')
      const notYet = () =>
        new AppError(
          'conflict',
          'billing.no_invoice',
          'There is no invoice yet. Add your billing name and address under «Manage payment», then try again.',
        )
      if (!order.is_invoice_generated) {
        await ask('orders.generateInvoice', () => polar.orders.generateInvoice(orderId), { 409: notYet, 422: notYet })
      }
      const being = () =>
        new AppError('conflict', 'billing.no_invoice', 'The invoice is being created. Please try again in a moment.')
      const { url } = await ask('orders.invoice', () => polar.orders.invoice(orderId), { 404: being })
      return new URL(url)
    },
    readWebhook: (body, headers) => readWebhook({ secret: config.webhookSecret, plans }, body, headers),
  }
}
