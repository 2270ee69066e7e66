import { setTimeout as pause } from 'node:timers/promises'
import type { drive_v3 } from '@googleapis/drive'
import { AccessEnded, ItemGone, ItemSkipped, ProviderDown, TokenRefused, type WithAccess } from '../provider.ts'
import { MEGABYTE, READ_MAX } from './drive-kinds.ts'

const REQUEST_LIMIT_MS = 60_000
const ANSWER_MAX = READ_MAX + MEGABYTE
/** Further attempts after one that may succeed later. Who asks for a longer wait is asked with the next pass. */
const ATTEMPTS = 4
const WAIT_MAX_MS = 60_000
const FIRST_WAIT_MS = 500

const DOWN =
  'Google Drive returned an unexpected response. Imported content is still used for answers. We will try again later.'
const SLOWER = 'Google Drive limits the number of requests. We will try again later.'
const UNREACHABLE = 'Google Drive cannot be reached. We will try again later.'

/** Google says 403 where others say 429. */
const TOO_FAST = new Set([
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'sharingRateLimitExceeded',
  'dailyLimitExceeded',
])
/** The file is there and may be seen, and still it is not given. */
const WITHHELD: Record<string, string> = {
  exportSizeLimitExceeded: 'It is too large for Google to export: the limit is 10 MB.',
  cannotExportFile: 'Its owner has disabled downloads.',
  cannotDownloadFile: 'Its owner has disabled downloads.',
  cannotDownloadAbusiveFile: 'Google classifies it as harmful and blocks the download.',
  fileNotDownloadable: 'Files of this type cannot be downloaded.',
  fileNotExportable: 'Files of this type cannot be exported.',
  badRequest: 'Google cannot export it.',
}

interface Failure {
  status: number
  reason: string
  retryAfter: string | null
}

/** The reason that Google gives: of the first error in the body. */
function reasonIn(body: unknown): string {
  const { error } = (body ?? {}) as { error?: { errors?: { reason?: unknown }[]; status?: unknown } }
  return String(error?.errors?.[0]?.reason ?? error?.status ?? '')
}

const parsed = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return undefined
  }
}

async function readBounded(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > ANSWER_MAX) throw new ItemSkipped(`It is larger than ${READ_MAX / MEGABYTE} MB.`)
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

class DriveFailure extends Error {
  override name = 'DriveFailure'
  readonly failure: Failure
  constructor(failure: Failure) {
    super(`Google Drive answered ${failure.status} ${failure.reason}`)
    this.failure = failure
  }
}

const isPassing = ({ status, reason }: Failure): boolean =>
  status === 429 || status >= 500 || (status === 403 && TOO_FAST.has(reason))

/** Waiting time: from the response, else exponential. */
const waitOf = ({ retryAfter }: Failure, attempt: number): number =>
  retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : FIRST_WAIT_MS * 2 ** attempt

/** Fetches for the client, bounded; what may succeed later is asked for again, as Google asks for it to be. */
const fetchFor = (signal: AbortSignal, limitMs: number) =>
  async function fetchWithRetries(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    for (let attempt = 0; ; attempt++) {
      const response = await fetch(input, {
        ...init,
        // Google never redirects; following one would send the token elsewhere.
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
      })
      const bytes = await readBounded(response)
      if (response.ok) return new Response(bytes, { status: response.status, headers: plainHeaders(response.headers) })
      const retryAfter = response.headers.get('retry-after')
      const failure = { status: response.status, reason: reasonIn(parsed(bytes)), retryAfter }
      const wait = waitOf(failure, attempt)
      if (!isPassing(failure) || attempt >= ATTEMPTS || wait > WAIT_MAX_MS) throw new DriveFailure(failure)
      await pause(wait, undefined, { signal })
    }
  }

/** The body is decompressed, so its encoding and length no longer apply. */
function plainHeaders(given: Headers): Headers {
  const headers = new Headers(given)
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name)
  return headers
}

/** The failure behind an error of the client's, which wraps what its fetch threw. */
function causeOf(error: unknown): unknown {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof DriveFailure || one instanceof ItemSkipped) return one
    if (one instanceof TypeError || one.name === 'TimeoutError') return one
  }
  return error
}

/** Classifies a failed call for the run and for users. An abort passes unchanged. */
function driveFailure(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  const cause = causeOf(error)
  if (cause instanceof ItemSkipped) return cause
  if (!(cause instanceof DriveFailure)) {
    const isNetwork = cause instanceof TypeError || (cause instanceof Error && cause.name === 'TimeoutError')
    return isNetwork ? new ProviderDown(UNREACHABLE, { cause: error }) : error
  }
  const { status, reason } = cause.failure
  if (status === 401) return new TokenRefused('Google rejects the token.', { cause })
  if (status === 404) return new ItemGone('It is no longer shared with this account.', { cause })
  if (status === 410) return new PageTokenOver('The feed of changes begins later by now.', { cause })
  if (isPassing(cause.failure)) return new ProviderDown(status >= 500 ? DOWN : SLOWER, { cause })
  if (reason === 'accessNotConfigured' || reason === 'SERVICE_DISABLED')
    return new ProviderDown('The Google Drive API is not switched on in the Google project of this server.', { cause })
  if (reason === 'insufficientPermissions' || reason === 'insufficientScopes')
    return new AccessEnded('The permission to read files was not granted.', { cause })
  const withheld = WITHHELD[reason]
  if (withheld) return new ItemSkipped(withheld)
  if (status === 403) return new ItemSkipped('This account has no access to it.')
  return new ProviderDown(DOWN, { cause })
}

/** Google no longer accepts the token of the change feed. */
export class PageTokenOver extends Error {
  override name = 'PageTokenOver'
}

/** Google's own client; it loads with the first call: starting does not need it. */
let library: Promise<typeof import('@googleapis/drive')> | undefined
const load = () => {
  library ??= import('@googleapis/drive')
  return library
}

export type DriveCall = <T>(ask: (drive: drive_v3.Drive) => Promise<{ data: T }>) => Promise<T>

/** API calls of an access token, with classified failures. `limitMs`: timeout of one response. */
export function driveCalls(
  apiUrl: string,
  { withAccess, limitMs = REQUEST_LIMIT_MS }: { withAccess: WithAccess; limitMs?: number },
): DriveCall {
  return (ask) =>
    withAccess(async (accessToken, signal) => {
      const { drive_v3 } = await load()
      const drive = new drive_v3.Drive({
        rootUrl: `${apiUrl}/`,
        headers: { authorization: `Bearer ${accessToken}` },
        fetchImplementation: fetchFor(signal, limitMs),
        retry: false,
      })
      try {
        return (await ask(drive)).data
      } catch (error) {
        throw driveFailure(error, signal)
      }
    })
}

/** The same, where what is not there any more is null. */
export const orNull = <T>(call: Promise<T>): Promise<T | null> =>
  call.catch((error: unknown) => {
    if (error instanceof ItemGone) return null
    throw error
  })
