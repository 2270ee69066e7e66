import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { notFound } from '../../../../kernel/app-error.ts'
import { systemTransaction } from '../../../../platform/db/index.ts'
import { formBody, type HttpApp, type HttpEnv, plainPage, refuseCrossSite } from '../../../../platform/http/index.ts'
import { type Auth, requireSession, setTrialEnd } from '../../../accounts/server/index.ts'
import { planOf } from '../../contract.ts'
import type { BillingServices } from '../billing-services.ts'
import { billingTab, planChanged } from '../billing-services.ts'
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

const ROOT = '/billing/sandbox'
const NO_MONEY = 'This is the sandbox of a local instance. No money moves, and there is no card to enter.'

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`
const day = (iso: string | null) => (iso ? new Date(iso).toISOString().slice(0, 10) : '–')
const isAct = (name: unknown): name is SandboxAction => typeof name === 'string' && Object.hasOwn(SANDBOX_ACTIONS, name)

/** Actions that are possible in a state. */
function actsFor(one: SubscriptionPayload): SandboxAction[] {
  if (one.status === 'past_due') return ['pay', 'fail_long_ago', 'end']
  return one.status === 'active' ? ['renew', 'fail', 'end'] : []
}

function subscriptionCard(one: SubscriptionPayload) {
  const plan = one.product_id === SANDBOX_PLANS.pro.productId ? 'Pro' : 'Starter'
  const ends = one.cancel_at_period_end ? 'ends' : 'renews'
  return html`<article><h2>${plan}</h2><p class="muted">${one.status}, ${ends} ${day(one.current_period_end)}</p>
${actsFor(one).map(
  (act) =>
    html`<form method="post" action="${ROOT}/portal"><input type="hidden" name="id" value="${one.id}"><button name="act" value="${act}">${SANDBOX_ACTIONS[act]}</button></form>`,
)}</article>`
}

/** The pages of the sandbox: what a provider shows at its own address. Mount at the root, on a local instance only. */
export function createSandboxPages(services: BillingServices, sandbox: Sandbox, auth: Auth): HttpApp {
  const app: HttpApp = new Hono<HttpEnv>()
  const { appUrl } = services
  const userOf = async (context: Context<HttpEnv>) => (await requireSession(auth, context.req.raw.headers)).userId
  const show = (context: Context<HttpEnv>, title: string, body: unknown) => {
    const page = plainPage(title, html`<h1>${title}</h1><p class="muted">${NO_MONEY}</p>${body}`, {
      https: appUrl.protocol === 'https:',
    })
    return context.body(page.html, 200, page.headers)
  }
  const report = async (message: SignedMessage | null) => {
    if (message) await receiveWebhook(services, message.body, message.headers)
  }

  app.use(`${ROOT}/*`, refuseCrossSite(appUrl))
  app.get(`${ROOT}/checkout/:id`, async (context) => {
    const checkout = await findCheckout(sandbox, await userOf(context), context.req.param('id'))
    const { name, price } = planOf(checkout.plan)
    const refused = context.req.query('declined') === '1'
    if (checkout.subscription)
      return show(
        context,
        'Sandbox checkout',
        html`<article><h2>Answerloom ${name}</h2><p>This is paid already.</p>
<a class="button" href="${checkout.paid}">Back to Answerloom</a></article>`,
      )
    return show(
      context,
      'Sandbox checkout',
      html`<article><h2>Answerloom ${name}</h2><p>$${price.toFixed(2)} a month</p>
${refused ? html`<p role="alert">The payment was declined.</p>` : ''}
<form method="post"><button class="primary" name="outcome" value="paid">Pay $${price.toFixed(2)}</button></form>
<form method="post"><button name="outcome" value="declined">Let the payment be declined</button></form>
<a class="button" href="${checkout.abandoned}">Back without paying</a></article>`,
    )
  })
  app.post(`${ROOT}/checkout/:id`, async (context) => {
    const [userId, id] = [await userOf(context), context.req.param('id')]
    const checkout = await findCheckout(sandbox, userId, id)
    if ((await formBody(context)).get('outcome') !== 'paid' && !checkout.subscription)
      return context.redirect(`${ROOT}/checkout/${id}?declined=1`, 303)
    await report(await payCheckout(sandbox, userId, id))
    return context.redirect(checkout.paid, 303)
  })
  app.get(`${ROOT}/portal`, async (context) => {
    const userId = await userOf(context)
    const known = await sandbox.records.transaction((transaction) =>
      sandbox.records.list(transaction, 'subscription', userId),
    )
    return show(
      context,
      'Sandbox customer portal',
      html`${known.length > 0 ? known.map(subscriptionCard) : html`<p>No subscription yet.</p>`}
<form method="post" action="${ROOT}/trial"><button>Let the free trial end</button></form>
<p><a class="button" href="${billingTab(services).href}">Back to Answerloom</a></p>`,
    )
  })
  app.post(`${ROOT}/portal`, async (context) => {
    const userId = await userOf(context)
    const form = await formBody(context)
    const act = form.get('act')
    if (!isAct(act)) throw notFound('act')
    await report(await applySandboxAction(sandbox, userId, String(form.get('id')), act))
    return context.redirect(`${ROOT}/portal`, 303)
  })
  app.post(`${ROOT}/trial`, async (context) => {
    const userId = await userOf(context)
    await systemTransaction(services.db, async (transaction) => {
      await setTrialEnd(transaction, userId, new Date())
      await planChanged(services, transaction, userId)
    })
    await notifyTrials(services, new Date())
    return context.redirect(`${ROOT}/portal`, 303)
  })
  app.get(`${ROOT}/invoice/:id`, async (context) => {
    const userId = await userOf(context)
    const order = (await sandbox.provider.ordersOf(userId)).find(({ id }) => id === context.req.param('id'))
    if (!order) throw notFound('order')
    return show(
      context,
      `Invoice ${order.number}`,
      html`<article><h2>${order.description}</h2><p>${day(order.created_at)}</p><p>${dollars(order.total)}</p></article>`,
    )
  })
  return app
}
