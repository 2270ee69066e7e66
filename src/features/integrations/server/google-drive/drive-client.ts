import { setTimeout as pause } from 'node:timers/promises'
import type { drive_v3 } from '@googleapis/drive'
import { AccessEnded, ItemGone, ItemSkipped, ProviderDown, TokenRefused, type WithAccess } from '../provider.ts'
import { FILE_BYTES_MAX, MEGABYTE } from './drive-kinds.ts'

const REQUEST_LIMIT_MS = 60_000
const RESPONSE_BYTES_MAX = FILE_BYTES_MAX + MEGABYTE
/** Further attempts after one that may succeed later. Who asks for a longer wait is asked with the next pass. */
const RETRIES_MAX = 4
const WAIT_MAX_MS = 60_000
const FIRST_WAIT_MS = 500

const UNEXPECTED_RESPONSE =
  'Google Drive returned an unexpected response. Imported content is still used for answers. We will try again later.'
const RATE_LIMITED = 'Google Drive limits the number of requests. We will try again later.'
const UNREACHABLE = 'Google Drive cannot be reached. We will try again later.'

/** Google says 403 where others say 429. */
const RATE_LIMIT_REASONS = new Set([
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'sharingRateLimitExceeded',
  'dailyLimitExceeded',
])
/** The file is there and may be seen, and still it is not given. */
const SKIP_MESSAGES: Record<string, string> = {
  exportSizeLimitExceeded: 'It is too large for Google to export: the limit is 10 MB.',
  cannotExportFile: 'Its owner has disabled downloads.',
  cannotDownloadFile: 'Its owner has disabled downloads.',
  cannotDownloadAbusiveFile: 'Google classifies it as harmful and blocks the download.',
  fileNotDownloadable: 'Files of this type cannot be downloaded.',
  fileNotExportable: 'Files of this type cannot be exported.',
  badRequest: 'Google cannot export it.',
}

interface FailedResponse {
  status: number
  reason: string
  retryAfter: string | null
}

/** The reason that Google gives: of the first error in the body. */
function failureReason(responseBody: unknown): string {
  const { error } = (responseBody ?? {}) as { error?: { errors?: { reason?: unknown }[]; status?: unknown } }
  return String(error?.errors?.[0]?.reason ?? error?.status ?? '')
}

const parseJson = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return undefined
  }
}

async function readBounded(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const receivedChunks: Uint8Array[] = []
  let receivedBytes = 0
  for await (const chunk of response.body ?? []) {
    receivedBytes += chunk.byteLength
    if (receivedBytes > RESPONSE_BYTES_MAX) throw new ItemSkipped(`It is larger than ${FILE_BYTES_MAX / MEGABYTE} MB.`)
    receivedChunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(receivedChunks))
}

class DriveFailure extends Error {
  override name = 'DriveFailure'
  readonly failure: FailedResponse
  constructor(failedResponse: FailedResponse) {
    super(`Google Drive answered ${failedResponse.status} ${failedResponse.reason}`)
    this.failure = failedResponse
  }
}

const isTemporary = ({ status, reason }: FailedResponse): boolean =>
  status === 429 || status >= 500 || (status === 403 && RATE_LIMIT_REASONS.has(reason))

/** Waiting time: from the response, else exponential. */
const retryDelayMs = ({ retryAfter }: FailedResponse, attemptNumber: number): number =>
  retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : FIRST_WAIT_MS * 2 ** attemptNumber

/** Fetches for the client, bounded; what may succeed later is asked for again, as Google asks for it to be. */
const createFetch = (signal: AbortSignal, limitMs: number) =>
  async function fetchWithRetries(
    requestInput: string | URL | Request,
    requestInit: RequestInit = {},
  ): Promise<Response> {
    for (let attemptNumber = 0; ; attemptNumber++) {
      const response = await fetch(requestInput, {
        ...requestInit,
        // Google never redirects; following one would send the token elsewhere.
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
      })
      const responseBytes = await readBounded(response)
      if (response.ok)
        return new Response(responseBytes, { status: response.status, headers: decodedHeaders(response.headers) })
      const retryAfter = response.headers.get('retry-after')
      const failedResponse = { status: response.status, reason: failureReason(parseJson(responseBytes)), retryAfter }
      const retryDelay = retryDelayMs(failedResponse, attemptNumber)
      if (!isTemporary(failedResponse) || attemptNumber >= RETRIES_MAX || retryDelay > WAIT_MAX_MS)
        throw new DriveFailure(failedResponse)
      await pause(retryDelay, undefined, { signal })
    }
  }

/** The body is decompressed, so its encoding and length no longer apply. */
function decodedHeaders(responseHeaders: Headers): Headers {
  const copiedHeaders = new Headers(responseHeaders)
  for (const headerName of ['content-encoding', 'content-length', 'transfer-encoding']) copiedHeaders.delete(headerName)
  return copiedHeaders
}

/** The failure behind an error of the client's, which wraps what its fetch threw. */
function underlyingError(clientError: unknown): unknown {
  for (let currentError = clientError; currentError instanceof Error; currentError = currentError.cause) {
    if (currentError instanceof DriveFailure || currentError instanceof ItemSkipped) return currentError
    if (currentError instanceof TypeError || currentError.name === 'TimeoutError') return currentError
  }
  return clientError
}

/** Classifies a failed call for the run and for users. An abort passes unchanged. */
function driveFailure(clientError: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  const underlyingCause = underlyingError(clientError)
  if (underlyingCause instanceof ItemSkipped) return underlyingCause
  if (!(underlyingCause instanceof DriveFailure)) {
    const isNetwork =
      underlyingCause instanceof TypeError ||
      (underlyingCause instanceof Error && underlyingCause.name === 'TimeoutError')
    return isNetwork ? new ProviderDown(UNREACHABLE, { cause: clientError }) : clientError
  }
  const { status, reason } = underlyingCause.failure
  if (status === 401) return new TokenRefused('Google rejects the token.', { cause: underlyingCause })
  if (status === 404) return new ItemGone('It is no longer shared with this account.', { cause: underlyingCause })
  if (status === 410)
    return new PageTokenExpired('The feed of changes begins later by now.', { cause: underlyingCause })
  if (isTemporary(underlyingCause.failure))
    return new ProviderDown(status >= 500 ? UNEXPECTED_RESPONSE : RATE_LIMITED, { cause: underlyingCause })
  if (reason === 'accessNotConfigured' || reason === 'SERVICE_DISABLED')
    return new ProviderDown('The Google Drive API is not switched on in the Google project of this server.', {
      cause: underlyingCause,
    })
  if (reason === 'insufficientPermissions' || reason === 'insufficientScopes')
    return new AccessEnded('The permission to read files was not granted.', { cause: underlyingCause })
  const skipMessage = SKIP_MESSAGES[reason]
  if (skipMessage) return new ItemSkipped(skipMessage)
  if (status === 403) return new ItemSkipped('This account has no access to it.')
  return new ProviderDown(UNEXPECTED_RESPONSE, { cause: underlyingCause })
}

/** Google no longer accepts the token of the change feed. */
export class PageTokenExpired extends Error {
  override name = 'PageTokenExpired'
}

/** Google's own client; it loads with the first call: starting does not need it. */
let googleLibrary: Promise<typeof import('@googleapis/drive')> | undefined
const loadGoogleLibrary = () => {
  googleLibrary ??= import('@googleapis/drive')
  return googleLibrary
}

export type DriveCall = <T>(ask: (drive: drive_v3.Drive) => Promise<{ data: T }>) => Promise<T>

/** API calls of an access token, with classified failures. `limitMs`: timeout of one response. */
export function driveCalls(
  apiUrl: string,
  { withAccess, limitMs = REQUEST_LIMIT_MS }: { withAccess: WithAccess; limitMs?: number },
): DriveCall {
  return (requestDrive) =>
    withAccess(async (accessToken, signal) => {
      const { drive_v3 } = await loadGoogleLibrary()
      const driveClient = new drive_v3.Drive({
        rootUrl: `${apiUrl}/`,
        headers: { authorization: `Bearer ${accessToken}` },
        fetchImplementation: createFetch(signal, limitMs),
        retry: false,
      })
      try {
        return (await requestDrive(driveClient)).data
      } catch (requestError) {
        throw driveFailure(requestError, signal)
      }
    })
}

/** The same, where what is not there any more is null. */
export const orNull = <T>(pendingCall: Promise<T>): Promise<T | null> =>
  pendingCall.catch((callError: unknown) => {
    if (callError instanceof ItemGone) return null
    throw callError
  })
