import type { Context } from 'hono'
import { AppError } from '../../../kernel/app-error.ts'
import { type HttpEnv, textBody } from '../../../platform/http/index.ts'
import { type ContactField, type ContactMessage, type ContactPage, contactInput } from '../contract.ts'

export interface ContactDeps {
  /** Accepts a message for delivery. Null when no recipient is configured. */
  send: ((message: ContactMessage, options: { priority: boolean }) => Promise<void>) | null
  /** Returns true when the plan of the signed-in sender includes priority support. */
  hasPriority(headers: Headers): Promise<boolean>
  /** Throws `rate_limited` when an address has written enough. */
  limit(address: string): Promise<void>
  /** Promises of the operator, one per line. */
  times: string[]
}

const FIELDS = Object.keys(contactInput.shape) as ContactField[]

/** The form as it is shown at first, or once its message is on its way. */
export const contactPage = (deps: ContactDeps, sent: boolean): ContactPage => ({
  kind: 'contact',
  state: sent ? 'sent' : 'open',
  closed: deps.send === null,
  values: {},
  errors: {},
  failure: null,
  times: deps.times,
})

export type ContactOutcome = { sent: true } | { sent: false; status: 400 | 429 | 503; page: ContactPage }

/** Takes a sent form: the message is on its way, or the page says what is wrong and keeps what was typed. */
export async function receiveContact(context: Context<HttpEnv>, deps: ContactDeps): Promise<ContactOutcome> {
  const form = new URLSearchParams(await textBody(context))
  const values = Object.fromEntries(FIELDS.map((name) => [name, form.get(name) ?? '']))
  const page = contactPage(deps, false)
  const refuse = (status: 400 | 429 | 503, options: Partial<ContactPage>): ContactOutcome => ({
    sent: false,
    status,
    page: { ...page, state: 'refused', values, ...options },
  })
  if (!deps.send) return refuse(503, {})
  // A bot that fills in the invisible field gets a success response, and nothing is sent.
  if (form.get('website')) return { sent: true }
  const parsed = contactInput.safeParse(values)
  if (!parsed.success) {
    const errors: ContactPage['errors'] = {}
    for (const { path, message } of parsed.error.issues) errors[path[0] as ContactField] ??= message
    return refuse(400, { errors, failure: 'Please check the marked fields.' })
  }
  try {
    await deps.limit(context.var.clientAddress)
    await deps.send(parsed.data, { priority: await deps.hasPriority(context.req.raw.headers) })
    return { sent: true }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return refuse(error.kind === 'rate_limited' ? 429 : 503, { failure: error.message })
  }
}
