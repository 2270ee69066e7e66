import { setTimeout as pause } from 'node:timers/promises'
import {
  APIErrorCode,
  Client,
  isHTTPResponseError,
  isNotionClientError,
  type LogLevel,
  RequestTimeoutError,
} from '@notionhq/client'
import { ItemGone, ProviderDown, TokenRefused } from '../provider.ts'

const REQUEST_LIMIT_MS = 30_000
const ANSWER_MAX = 20 * 1024 * 1024
/** Further attempts after one that may succeed later. Who asks for a longer wait is asked with the next pass. */
const ATTEMPTS = 4
const WAIT_MAX_MS = 60_000
const FIRST_WAIT_MS = 500
const LATER = new Set([429, 500, 502, 503, 504, 529])

const DOWN =
  'Notion returned an unexpected response. Imported content is still used for answers. We will try again later.'

/** Waiting time: from the response, else exponential. */
function waitOf(response: Response, attempt: number): number {
  const asked = response.headers.get('retry-after')
  return asked !== null && /^\d+$/.test(asked) ? Number(asked) * 1000 : FIRST_WAIT_MS * 2 ** attempt
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > ANSWER_MAX) throw new ProviderDown('Notion sent more than can be read at once.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

type Init = { method?: string; headers?: Record<string, string>; body?: string | FormData }

/**
 * Fetches for the client. `patient`: what may succeed later is asked for again, as Notion asks for it to be; all our
 * calls are such but those of OAuth only read.
 */
const fetchFor =
  (signal: AbortSignal, retries: boolean, limitMs: number) =>
  async (url: string, { method, headers, body }: Init = {}) => {
    for (let attempt = 0; ; attempt++) {
      const response = await fetch(url, {
        ...(method ? { method } : {}),
        ...(headers ? { headers } : {}),
        ...(body ? { body } : {}),
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
      })
      const wait = waitOf(response, attempt)
      if (retries && LATER.has(response.status) && attempt < ATTEMPTS && wait <= WAIT_MAX_MS) {
        await response.body?.cancel()
        await pause(wait, undefined, { signal })
        continue
      }
      const text = await readBounded(response)
      return { ok: response.ok, status: response.status, headers: response.headers, text: async () => text }
    }
  }

/** Notion's own client, silent: it would log what people wrote. `limitMs`: longest wait for one answer. */
export const notionClient = (
  apiUrl: string,
  options: { auth?: string; signal: AbortSignal; retries: boolean; limitMs?: number },
): Client =>
  new Client({
    baseUrl: apiUrl,
    ...(options.auth === undefined ? {} : { auth: options.auth }),
    retry: false,
    timeoutMs: (ATTEMPTS + 1) * (REQUEST_LIMIT_MS + WAIT_MAX_MS),
    fetch: fetchFor(options.signal, options.retries, options.limitMs ?? REQUEST_LIMIT_MS),
    logLevel: 'error' as LogLevel,
    logger: () => {},
  })

/** Classifies a failed call for the run and for users. An abort passes unchanged. */
export function notionFailure(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  if (error instanceof ProviderDown) return error
  if (isHTTPResponseError(error)) {
    if (error.status === 401) return new TokenRefused('Notion rejects the token.', { cause: error })
    if (error.code === APIErrorCode.ObjectNotFound || error.code === APIErrorCode.RestrictedResource)
      return new ItemGone('It is no longer shared with the integration.', { cause: error })
    const what = error.status === 429 ? 'Notion limits the number of requests. We will try again later.' : DOWN
    return new ProviderDown(what, { cause: error })
  }
  if (error instanceof RequestTimeoutError || isNotionClientError(error) || error instanceof SyntaxError)
    return new ProviderDown(DOWN, { cause: error })
  // Errors of fetch when the server is unreachable.
  if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError'))
    return new ProviderDown('Notion cannot be reached. We will try again later.', { cause: error })
  return error
}

/** Sends one call and classifies its failure. */
export async function asking<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw notionFailure(error, signal)
  }
}
