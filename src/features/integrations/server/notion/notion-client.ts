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
const RESPONSE_BYTES_MAX = 20 * 1024 * 1024
/** Further attempts after one that may succeed later. Who asks for a longer wait is asked with the next pass. */
const RETRIES_MAX = 4
const WAIT_MAX_MS = 60_000
const FIRST_WAIT_MS = 500
const RETRYABLE_STATUSES = new Set([429, 500, 502, 503, 504, 529])

const UNEXPECTED_RESPONSE =
  'Notion returned an unexpected response. Imported content is still used for answers. We will try again later.'

/** Waiting time: from the response, else exponential. */
function retryDelayMs(response: Response, attemptNumber: number): number {
  const retryAfter = response.headers.get('retry-after')
  return retryAfter !== null && /^\d+$/.test(retryAfter)
    ? Number(retryAfter) * 1000
    : FIRST_WAIT_MS * 2 ** attemptNumber
}

async function readBounded(response: Response): Promise<string> {
  const receivedChunks: Uint8Array[] = []
  let receivedBytes = 0
  for await (const chunk of response.body ?? []) {
    receivedBytes += chunk.byteLength
    if (receivedBytes > RESPONSE_BYTES_MAX) throw new ProviderDown('Notion sent more than can be read at once.')
    receivedChunks.push(chunk)
  }
  return Buffer.concat(receivedChunks).toString('utf8')
}

type FetchOptions = { method?: string; headers?: Record<string, string>; body?: string | FormData }

/**
 * Fetches for the client.
 * @param shouldRetry repeats what may succeed later, after the delay that Notion asks for; not for OAuth, which writes
 */
const createFetch =
  (signal: AbortSignal, shouldRetry: boolean, limitMs: number) =>
  async (url: string, { method, headers, body }: FetchOptions = {}) => {
    for (let attemptNumber = 0; ; attemptNumber++) {
      const response = await fetch(url, {
        ...(method ? { method } : {}),
        ...(headers ? { headers } : {}),
        ...(body ? { body } : {}),
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
      })
      const retryDelay = retryDelayMs(response, attemptNumber)
      if (
        shouldRetry &&
        RETRYABLE_STATUSES.has(response.status) &&
        attemptNumber < RETRIES_MAX &&
        retryDelay <= WAIT_MAX_MS
      ) {
        await response.body?.cancel()
        await pause(retryDelay, undefined, { signal })
        continue
      }
      const responseText = await readBounded(response)
      return { ok: response.ok, status: response.status, headers: response.headers, text: async () => responseText }
    }
  }

/** Notion's own client, silent: it would log what people wrote. `limitMs`: longest wait for one answer. */
export const notionClient = (
  apiUrl: string,
  clientOptions: { auth?: string; signal: AbortSignal; retries: boolean; limitMs?: number },
): Client =>
  new Client({
    baseUrl: apiUrl,
    ...(clientOptions.auth === undefined ? {} : { auth: clientOptions.auth }),
    retry: false,
    timeoutMs: (RETRIES_MAX + 1) * (REQUEST_LIMIT_MS + WAIT_MAX_MS),
    fetch: createFetch(clientOptions.signal, clientOptions.retries, clientOptions.limitMs ?? REQUEST_LIMIT_MS),
    logLevel: 'error' as LogLevel,
    logger: () => {},
  })

/** Classifies a failed call for the run and for users. An abort passes unchanged. */
export function notionFailure(callError: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  if (callError instanceof ProviderDown) return callError
  if (isHTTPResponseError(callError)) {
    if (callError.status === 401) return new TokenRefused('Notion rejects the token.', { cause: callError })
    if (callError.code === APIErrorCode.ObjectNotFound || callError.code === APIErrorCode.RestrictedResource)
      return new ItemGone('It is no longer shared with the integration.', { cause: callError })
    const downMessage =
      callError.status === 429 ? 'Notion limits the number of requests. We will try again later.' : UNEXPECTED_RESPONSE
    return new ProviderDown(downMessage, { cause: callError })
  }
  if (callError instanceof RequestTimeoutError || isNotionClientError(callError) || callError instanceof SyntaxError)
    return new ProviderDown(UNEXPECTED_RESPONSE, { cause: callError })
  // Errors of fetch when the server is unreachable.
  if (callError instanceof TypeError || (callError instanceof DOMException && callError.name === 'TimeoutError'))
    return new ProviderDown('Notion cannot be reached. We will try again later.', { cause: callError })
  return callError
}

/** Sends one call and classifies its failure. */
export async function classifyFailures<T>(signal: AbortSignal, callNotion: () => Promise<T>): Promise<T> {
  try {
    return await callNotion()
  } catch (callError) {
    throw notionFailure(callError, signal)
  }
}
