/** A request that was refused (`status` is the response's), or that got no whole response (`status` is 0). */
export class AnswerloomError extends Error {
  override name = 'AnswerloomError'
  readonly status: number
  /**
   * Stable code, such as `request.invalid`. Without a response: `client.unreachable`, or `client.interrupted` for a
   * stream that ended early.
   */
  readonly code: string
  /** For the server's operator, who finds the request by it. */
  readonly requestId: string | undefined
  /** Seconds to wait before the next attempt, where the server names them. */
  readonly retryAfter: number | undefined
  readonly details: Record<string, unknown>

  constructor(
    message: string,
    fields: {
      status?: number
      code: string
      requestId?: string
      retryAfter?: number
      details?: Record<string, unknown>
      cause?: unknown
    },
  ) {
    super(message, { cause: fields.cause })
    this.status = fields.status ?? 0
    this.code = fields.code
    this.requestId = fields.requestId
    this.retryAfter = fields.retryAfter
    this.details = fields.details ?? {}
  }
}

interface ErrorBody {
  error?: { code?: string; message?: string; request_id?: string; details?: Record<string, unknown> }
}

/** Reads a refusal. A response that is not the server's own, such as a proxy's, gets the code `http.STATUS`. */
export async function errorOf(response: Response): Promise<AnswerloomError> {
  const { status, headers } = response
  const { error }: ErrorBody = await response.json().catch(() => ({}))
  return new AnswerloomError(error?.message ?? `The server answered with status ${status}.`, {
    status,
    code: error?.code ?? `http.${status}`,
    requestId: error?.request_id ?? headers.get('x-request-id') ?? undefined,
    retryAfter: Number(headers.get('retry-after')) || undefined,
    details: error?.details,
  })
}
