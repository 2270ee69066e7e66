// Content of a workspace for end-to-end tests: FAQs and visitors' questions, created through the product's own APIs.
import type { Page } from '@playwright/test'
import type { AskInput, AskOutput } from '../../../src/features/answering/contract.ts'
import type { CreateFaqInput, Faq } from '../../../src/features/faqs/contract.ts'
import { decodeMessageReference } from '../../../src/features/questions/domain/message-reference.ts'
import type { OwnWorkspace } from '../browser/browser-people.ts'

/** Calls a workspace procedure as the person signed in on this page. @throws Error with the answer when it is refused */
export async function callInWorkspace<Answer>(
  page: Page,
  workspace: OwnWorkspace,
  procedure: string,
  input: object = {},
): Promise<Answer> {
  const response = await page.request.post(`/api/rpc/${procedure}`, {
    data: { json: input },
    headers: { 'x-workspace-id': workspace.id },
  })
  if (!response.ok()) throw new Error(`${procedure} answered ${response.status()}: ${await response.text()}`)
  const answer: { json: Answer } = await response.json()
  return answer.json
}

/** Writes a FAQ; a published one unless `faq` says otherwise. */
export const addFaq = (page: Page, workspace: OwnWorkspace, faq: CreateFaqInput): Promise<Faq> =>
  callInWorkspace(page, workspace, 'faqs/create', { status: 'published', ...faq })

/** Asks as a visitor of the public page would. `question_id` is the question's id in the inbox. */
export async function asked(
  page: Page,
  workspace: OwnWorkspace,
  options: Pick<AskInput, 'question' | 'page_url' | 'conversation_id'>,
): Promise<AskOutput & { question_id: string }> {
  const response = await page.request.post('/api/public/ask', { data: { subdomain: workspace.subdomain, ...options } })
  if (!response.ok()) throw new Error(`The question was answered ${response.status()}: ${await response.text()}`)
  const answer = (await response.json()) as AskOutput
  const reference = decodeMessageReference(answer.message_id)
  if (reference === null) throw new Error(`The answer has no valid message id: ${answer.message_id}`)
  return { ...answer, question_id: reference.messageId }
}

/** The same where the answer does not matter. */
export async function ask(page: Page, workspace: OwnWorkspace, question: string, pageUrl?: string): Promise<void> {
  await asked(page, workspace, { question, page_url: pageUrl })
}

/** Makes the server refuse a procedure from now on, with a sentence for people. Returns how to end it. */
export async function refuse(page: Page, procedure: string, message: string): Promise<() => Promise<void>> {
  const url = `**/api/rpc/${procedure}`
  const error = { kind: 'conflict', code: 'test.refused', message }
  await page.route(url, (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/json',
      body: JSON.stringify({ json: { defined: false, code: 'CONFLICT', status: 409, message, data: error } }),
    }),
  )
  return () => page.unroute(url)
}

/**
 * Keeps the stream of changes from opening, from the next page that is loaded. Once it is open, everything may be read
 * again, at a time that a test cannot know: an error and its "Retry" may be gone before the test presses it.
 * Returns how to allow the stream for the next page.
 */
export async function withoutEventStream(page: Page): Promise<() => Promise<void>> {
  const url = '**/api/events*'
  await page.route(url, () => {})
  return () => page.unroute(url)
}
