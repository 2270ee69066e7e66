import type { Context } from 'hono'
import type { HttpEnv } from '../../../platform/http/index.ts'
import { handoffInput } from '../../answering/contract.ts'
import type { HelpTexts, PersonAsked } from '../contract.ts'
import type { VisitorPagesDependencies } from './visitor-pages.ts'
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

/** @param maxQuestionLength a question is cut to this many characters */
export function readPersonForm(formBody: string, maxQuestionLength: number): PersonForm {
  const formFields = new URLSearchParams(formBody)
  const { message_id, conversation_id } = handoffInput.shape
  const readOptional = (fieldName: string, fieldSchema: typeof message_id | typeof conversation_id) =>
    fieldSchema.safeParse(formFields.get(fieldName)).data
  return {
    question: (formFields.get('q') ?? '').trim().slice(0, maxQuestionLength).trim(),
    email: formFields.get('email') ?? '',
    message: readOptional('message_id', message_id) ?? null,
    conversation: readOptional('conversation_id', conversation_id),
    isSpam: Boolean(formFields.get('website')),
  }
}

/** Result of a form: sent, or an error message with its status. */
export type PersonOutcome =
  | { sent: true }
  | { sent: false; status: 400 | 429 | 503; retryAfter: number | null; person: PersonAsked }

/** Hands the question off. Never throws: after a failure the typed text stays, with the error beside it. */
export async function sendPersonForm(
  dependencies: Pick<VisitorPagesDependencies, 'handOffPublic'>,
  personForm: PersonForm,
  pageOptions: { subdomain: string; url: string; texts: Pick<HelpTexts, 'wrongEmail' | 'notSent'> },
  httpContext: Context<HttpEnv>,
): Promise<PersonOutcome> {
  // A bot that fills in the invisible field gets a success response, and nothing is sent.
  if (personForm.isSpam) return { sent: true }
  const refusedOutcome = (
    statusCode: 400 | 429 | 503,
    errorMessage: string,
    retryAfter: number | null = null,
  ): PersonOutcome => {
    const personAsked = {
      sent: false,
      email: personForm.email.slice(0, 254),
      error: errorMessage,
      message_id: personForm.message,
    }
    return { sent: false, status: statusCode, retryAfter, person: personAsked }
  }
  const parsedInput = handoffInput.safeParse({
    subdomain: pageOptions.subdomain,
    question: personForm.question,
    email: personForm.email.trim(),
    page_url: pageOptions.url,
    conversation_id: personForm.conversation,
    message_id: personForm.message ?? undefined,
  })
  if (!parsedInput.success) return refusedOutcome(400, pageOptions.texts.wrongEmail)
  try {
    await dependencies.handOffPublic(parsedInput.data, httpContext)
    return { sent: true }
  } catch (handoffError) {
    const secondsLeft = secondsToWait(handoffError)
    if (secondsLeft === null)
      httpContext.var.log.error({ err: handoffError }, 'A visitor could not be handed over to a person')
    return refusedOutcome(secondsLeft === null ? 503 : 429, pageOptions.texts.notSent, secondsLeft)
  }
}
