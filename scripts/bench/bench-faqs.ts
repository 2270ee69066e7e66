// Fills a workspace with FAQs and keeps writing to it, through the workspace API.
import { setTimeout as pause } from 'node:timers/promises'
import type { BenchApp, BenchWorkspace } from './stage.ts'

/** Maximum number of FAQs per import call. */
const BATCH = 10_000
/** More than a team of people does; an import is measured by itself. */
export const WRITES_PER_SECOND = 2

/** Calls the workspace API. @throws Error with the answer when a call is refused */
export async function call(app: BenchApp, workspace: BenchWorkspace, method: string, at: string, body?: object) {
  const response = await fetch(`${app.url}/api/v1${at}`, {
    method,
    headers: { authorization: `Bearer ${workspace.api_key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${at} answered ${response.status}: ${await response.text()}`)
  return response
}

export const faqOf = (question: string) => ({ question, answer: `About this: ${question}`, status: 'published' })

/** Publishes a FAQ for each question. */
export async function fill(app: BenchApp, workspace: BenchWorkspace, questions: string[]): Promise<void> {
  for (let position = 0; position < questions.length; position += BATCH) {
    const items = questions.slice(position, position + BATCH).map(faqOf)
    await call(app, workspace, 'POST', '/faqs/import', { items, on_duplicate: 'create' })
  }
}

/** Adds FAQs and removes them again, a fixed number a second, until the work is done. */
export async function whileWriting<Result>(
  app: BenchApp,
  workspace: BenchWorkspace,
  questions: string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const done = new AbortController()
  const write = async () => {
    for (let turn = 0; !done.signal.aborted; turn += 1) {
      const next = pause(1000 / WRITES_PER_SECOND)
      const question = questions[turn % questions.length] ?? ''
      const created = await call(app, workspace, 'POST', '/faqs', faqOf(`Again: ${question}`))
      const { id } = (await created.json()) as { id: string }
      await next
      await Promise.all([call(app, workspace, 'DELETE', `/faqs/${id}`), pause(1000 / WRITES_PER_SECOND)])
    }
  }
  const writing = write()
  try {
    return await Promise.race([work(), writing.then(() => Promise.reject(new Error('Writing ended early')))])
  } finally {
    done.abort()
    await writing
  }
}
