import type { Context } from 'hono'
import type { HttpEnv } from '../../../platform/http/index.ts'
import { handoffInput } from '../../answering/contract.ts'
import type { HelpTexts, PersonAsked } from '../contract.ts'
import type { VisitorPagesDeps } from './visitor-pages.ts'
import { secondsToWait } from './visitor-search.ts'

/** The form by which a visitor without JavaScript asks for a person, as it was sent. */
export interface PersonForm {
  question: string
  email: string
  message: string | null
  conversation: string | undefined
  /** A field that people cannot see is filled in. */
  isSpam: boolean
}

/** @param longest a question is cut to this many characters */
export function readPersonForm(body: string, longest: number): PersonForm {
  const form = new URLSearchParams(body)
  const { message_id, conversation_id } = handoffInput.shape
  const optional = (name: string, schema: typeof message_id | typeof conversation_id) =>
    schema.safeParse(form.get(name)).data
  return {
    question: (form.get('q') ?? '').trim().slice(0, longest).trim(),
    email: form.get('email') ?? '',
    message: optional('message_id', message_id) ?? null,
    conversation: optional('conversation_id', conversation_id),
    isSpam: Boolean(form.get('website')),
  }
}

/** Result of a form: sent, or an error message with its status. */
export type PersonOutcome =
  | { sent: true }
  | { sent: false; status: 400 | 429 | 503; retryAfter: number | null; person: PersonAsked }

/** Hands the question off. Never throws: after a failure the typed text stays, with the error beside it. */
export async function sendPersonForm(
  deps: Pick<VisitorPagesDeps, 'handOffPublic'>,
  form: PersonForm,
  options: { subdomain: string; url: string; texts: Pick<HelpTexts, 'wrongEmail' | 'notSent'> },
  context: Context<HttpEnv>,
): Promise<PersonOutcome> {
  // A bot that fills in the invisible field gets a success response, and nothing is sent.
  if (form.isSpam) return { sent: true }
  const refused = (status: 400 | 429 | 503, error: string, retryAfter: number | null = null): PersonOutcome => {
    const person = { sent: false, email: form.email.slice(0, 254), error, message_id: form.message }
    return { sent: false, status, retryAfter, person }
  }
  const parsed = handoffInput.safeParse({
    subdomain: options.subdomain,
    question: form.question,
    email: form.email.trim(),
    page_url: options.url,
    conversation_id: form.conversation,
    message_id: form.message ?? undefined,
  })
  if (!parsed.success) return refused(400, options.texts.wrongEmail)
  try {
    await deps.handOffPublic(parsed.data, context)
    return { sent: true }
  } catch (error) {
    const wait = secondsToWait(error)
    if (wait === null) context.var.log.error({ err: error }, 'A visitor could not be handed over to a person')
    return refused(wait === null ? 503 : 429, options.texts.notSent, wait)
  }
}
