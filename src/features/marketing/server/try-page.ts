import type { Context } from 'hono'
import { AppError } from '../../../kernel/app-error.ts'
import { type HttpEnv, textBody } from '../../../platform/http/index.ts'
import type { TriedPage, TryPage } from '../contract.ts'

const URL_MAX = 2_000

export interface TryDeps {
  /** Throws `rate_limited` when an address has tried enough pages. */
  limit(address: string): Promise<void>
  /** Reads one public page and keeps nothing; or says why it cannot be read. */
  read(url: string): Promise<TriedPage | { problem: string }>
}

export const emptyTry: TryPage = { kind: 'try', url: '', result: null, failure: null }

/** Reads the page that was asked for. */
export async function tryPage(
  context: Context<HttpEnv>,
  deps: TryDeps,
): Promise<{ status: 200 | 400 | 429; page: TryPage }> {
  const url = (new URLSearchParams(await textBody(context)).get('url') ?? '').trim().slice(0, URL_MAX)
  const page = { ...emptyTry, url }
  if (!url) return { status: 400, page: { ...page, failure: 'Please enter the address of a page.' } }
  try {
    await deps.limit(context.var.clientAddress)
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'rate_limited') throw error
    return { status: 429, page: { ...page, failure: error.message } }
  }
  const read = await deps.read(url)
  if ('problem' in read) return { status: 200, page: { ...page, failure: read.problem } }
  return { status: 200, page: { ...page, result: read } }
}
