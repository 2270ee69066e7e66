// A person's life with the sandbox, over the real protocol: what they press, and what the provider reports.
import { type SandboxAction, signedMessage } from '../../../src/features/billing/server/sandbox/actions.ts'
import type { join } from '../accounts/account-client.ts'
import type { TestApp } from '../app/test-app.ts'

type Person = Awaited<ReturnType<typeof join>>
type Plan = 'starter' | 'pro'

const ORIGIN = 'http://localhost:3000'

/** Submits a form of the sandbox's pages. Answers where it leads. */
async function submit(app: TestApp, person: Person, path: string, fields: Record<string, string>): Promise<string> {
  const answer = await app.fetch(
    new Request(new URL(path, ORIGIN), {
      method: 'POST',
      headers: { cookie: person.cookie(), 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields),
    }),
  )
  if (answer.status !== 303) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.headers.get('location') ?? ''
}

/** Begins to pay. Answers the checkout's path. */
export async function openCheckout(person: Person, plan: Plan): Promise<string> {
  const { checkout_url } = await person.client.billing.checkout({ product_id: plan, price_id: plan })
  return new URL(checkout_url).pathname
}

export const payAt = (app: TestApp, person: Person, checkout: string) =>
  submit(app, person, checkout, { outcome: 'paid' })

export async function subscribe(app: TestApp, person: Person, plan: Plan): Promise<void> {
  await payAt(app, person, await openCheckout(person, plan))
}

export interface Known {
  id: string
  provider_id: string
  status: string
  plan: string
}

/** The person's subscriptions as they are written down. */
export const known = async (app: TestApp, person: { id: string }): Promise<Known[]> =>
  (await app.rows(
    `select id, provider_id, status, plan from subscriptions where user_id = '${person.id}' order by created_at, id`,
  )) as Known[]

/** Lets something happen to the person's newest subscription. */
export async function actInSandbox(app: TestApp, person: Person, act: SandboxAction): Promise<void> {
  const id = (await known(app, person)).at(-1)?.provider_id ?? ''
  await submit(app, person, '/billing/sandbox/portal', { id, act })
}

/** State of a subscription in the sandbox, in the provider's terms. */
export async function payloadOf(app: TestApp, id: string): Promise<Record<string, unknown>> {
  const [row] = (await app.rows(`select data from sandbox_records where id = '${id}'`)) as { data: object }[]
  return { ...row?.data }
}

export const sandboxMessage = (app: TestApp, type: string, data: unknown) =>
  signedMessage(app.core.billing.sandbox?.secret ?? '', type, data)

/** Delivers a webhook as its sender does. */
export const deliver = (app: TestApp, message: { body: string; headers: Headers }): Promise<Response> =>
  app.fetch(
    new Request(new URL('/api/billing/webhook', ORIGIN), {
      method: 'POST',
      headers: message.headers,
      body: message.body,
    }),
  )

/** Changes a subscription in the sandbox without sending a webhook. */
export async function changeSubscriptionSilently(
  app: TestApp,
  id: string,
  payload: Record<string, unknown> | null,
  userId = '',
): Promise<void> {
  if (!payload) return void (await app.rows(`delete from sandbox_records where id = '${id}'`))
  const data = JSON.stringify(payload)
  await app.rows(`insert into sandbox_records (id, kind, user_id, data)
    values ('${id}', 'subscription', '${userId}', '${data}') on conflict (id) do update set data = excluded.data`)
}
