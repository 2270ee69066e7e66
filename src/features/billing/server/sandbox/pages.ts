import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { notFound } from '../../../../kernel/app-error.ts'
import { systemTransaction } from '../../../../platform/db/index.ts'
import { formBody, type HttpApp, type HttpEnv, plainPage, refuseCrossSite } from '../../../../platform/http/index.ts'
import { type Auth, requireSession, setTrialEnd } from '../../../accounts/server/index.ts'
import { productPlanOf } from '../../contract.ts'
import type { BillingServices } from '../billing-services.ts'
import { billingTabUrl, planChanged } from '../billing-services.ts'
import { notifyTrials } from '../notify-trials.ts'
import type { SubscriptionPayload } from '../polar/payload.ts'
import { receiveWebhook } from '../receive-webhook.ts'
import {
  applySandboxAction,
  findCheckout,
  payCheckout,
  SANDBOX_ACTIONS,
  type SandboxAction,
  type SignedMessage,
} from './actions.ts'
import type { Sandbox } from './create-sandbox.ts'
import { SANDBOX_PLANS } from './records.ts'

const SANDBOX_PATH = '/billing/sandbox'
const NO_MONEY_NOTICE = 'This is the sandbox of a local instance. No money moves, and there is no card to enter.'

const formatDollars = (cents: number) => `$${(cents / 100).toFixed(2)}`
const formatDay = (isoDate: string | null) => (isoDate ? new Date(isoDate).toISOString().slice(0, 10) : '–')
const isSandboxAction = (actionName: unknown): actionName is SandboxAction =>
  typeof actionName === 'string' && Object.hasOwn(SANDBOX_ACTIONS, actionName)

/** Actions that are possible in a state. */
function actionsFor(subscription: SubscriptionPayload): SandboxAction[] {
  if (subscription.status === 'past_due') return ['pay', 'fail_long_ago', 'end']
  return subscription.status === 'active' ? ['renew', 'fail', 'end'] : []
}

function subscriptionCard(subscription: SubscriptionPayload) {
  const planName = subscription.product_id === SANDBOX_PLANS.pro.productId ? 'Pro' : 'Starter'
  const endVerb = subscription.cancel_at_period_end ? 'ends' : 'renews'
  return html`<article><h2>${planName}</h2><p class="muted">${subscription.status}, ${endVerb} ${formatDay(subscription.current_period_end)}</p>
${actionsFor(subscription).map(
  (sandboxAction) =>
    html`<form method="post" action="${SANDBOX_PATH}/portal"><input type="hidden" name="id" value="${subscription.id}"><button name="act" value="${sandboxAction}">${SANDBOX_ACTIONS[sandboxAction]}</button></form>`,
)}</article>`
}

/** The pages of the sandbox: what a provider shows at its own address. Mount at the root, on a local instance only. */
export function createSandboxPages(services: BillingServices, sandbox: Sandbox, authentication: Auth): HttpApp {
  const sandboxApp: HttpApp = new Hono<HttpEnv>()
  const { appUrl } = services
  const signedInUserId = async (context: Context<HttpEnv>) =>
    (await requireSession(authentication, context.req.raw.headers)).userId
  const showPage = (context: Context<HttpEnv>, pageTitle: string, bodyHtml: unknown) => {
    const renderedPage = plainPage(
      pageTitle,
      html`<h1>${pageTitle}</h1><p class="muted">${NO_MONEY_NOTICE}</p>${bodyHtml}`,
      {
        https: appUrl.protocol === 'https:',
      },
    )
    return context.body(renderedPage.html, 200, renderedPage.headers)
  }
  const deliverMessage = async (signedMessage: SignedMessage | null) => {
    if (signedMessage) await receiveWebhook(services, signedMessage.body, signedMessage.headers)
  }

  sandboxApp.use(`${SANDBOX_PATH}/*`, refuseCrossSite(appUrl))
  sandboxApp.get(`${SANDBOX_PATH}/checkout/:id`, async (context) => {
    const openCheckout = await findCheckout(sandbox, await signedInUserId(context), context.req.param('id'))
    const { name, price } = productPlanOf(openCheckout.plan)
    const wasDeclined = context.req.query('declined') === '1'
    if (openCheckout.subscription)
      return showPage(
        context,
        'Sandbox checkout',
        html`<article><h2>Answerloom ${name}</h2><p>This is paid already.</p>
<a class="button" href="${openCheckout.paid}">Back to Answerloom</a></article>`,
      )
    return showPage(
      context,
      'Sandbox checkout',
      html`<article><h2>Answerloom ${name}</h2><p>$${price.toFixed(2)} a month</p>
${wasDeclined ? html`<p role="alert">The payment was declined.</p>` : ''}
<form method="post"><button class="primary" name="outcome" value="paid">Pay $${price.toFixed(2)}</button></form>
<form method="post"><button name="outcome" value="declined">Let the payment be declined</button></form>
<a class="button" href="${openCheckout.abandoned}">Back without paying</a></article>`,
    )
  })
  sandboxApp.post(`${SANDBOX_PATH}/checkout/:id`, async (context) => {
    const [userId, id] = [await signedInUserId(context), context.req.param('id')]
    const openCheckout = await findCheckout(sandbox, userId, id)
    if ((await formBody(context)).get('outcome') !== 'paid' && !openCheckout.subscription)
      return context.redirect(`${SANDBOX_PATH}/checkout/${id}?declined=1`, 303)
    await deliverMessage(await payCheckout(sandbox, userId, id))
    return context.redirect(openCheckout.paid, 303)
  })
  sandboxApp.get(`${SANDBOX_PATH}/portal`, async (context) => {
    const userId = await signedInUserId(context)
    const userSubscriptions = await sandbox.records.transaction((transaction) =>
      sandbox.records.list(transaction, 'subscription', userId),
    )
    return showPage(
      context,
      'Sandbox customer portal',
      html`${userSubscriptions.length > 0 ? userSubscriptions.map(subscriptionCard) : html`<p>No subscription yet.</p>`}
<form method="post" action="${SANDBOX_PATH}/trial"><button>Let the free trial end</button></form>
<p><a class="button" href="${billingTabUrl(services).href}">Back to Answerloom</a></p>`,
    )
  })
  sandboxApp.post(`${SANDBOX_PATH}/portal`, async (context) => {
    const userId = await signedInUserId(context)
    const formFields = await formBody(context)
    const sandboxAction = formFields.get('act')
    if (!isSandboxAction(sandboxAction)) throw notFound('act')
    await deliverMessage(await applySandboxAction(sandbox, userId, String(formFields.get('id')), sandboxAction))
    return context.redirect(`${SANDBOX_PATH}/portal`, 303)
  })
  sandboxApp.post(`${SANDBOX_PATH}/trial`, async (context) => {
    const userId = await signedInUserId(context)
    await systemTransaction(services.db, async (transaction) => {
      await setTrialEnd(transaction, userId, new Date())
      await planChanged(services, transaction, userId)
    })
    await notifyTrials(services, new Date())
    return context.redirect(`${SANDBOX_PATH}/portal`, 303)
  })
  sandboxApp.get(`${SANDBOX_PATH}/invoice/:id`, async (context) => {
    const userId = await signedInUserId(context)
    const shownOrder = (await sandbox.provider.ordersOf(userId)).find(({ id }) => id === context.req.param('id'))
    if (!shownOrder) throw notFound('order')
    return showPage(
      context,
      `Invoice ${shownOrder.number}`,
      html`<article><h2>${shownOrder.description}</h2><p>${formatDay(shownOrder.created_at)}</p><p>${formatDollars(shownOrder.total)}</p></article>`,
    )
  })
  return sandboxApp
}
