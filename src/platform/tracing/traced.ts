import { type Attributes, context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

export type { Attributes } from '@opentelemetry/api'

const KINDS = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
}

interface TracedOptions<T> {
  kind?: keyof typeof KINDS
  /** Attributes without personal data: names of routes, jobs and results, never addresses, questions or user ids. */
  attributes?: Attributes
  /** Headers that a trace of the caller's is continued from; only of callers that are trusted. */
  from?: Headers
  /** Attributes that are known at the end; `failed` marks the span. */
  ended?: (result: T) => { attributes?: Attributes; failed?: boolean }
}

/** Runs `work` as a span of the current trace. Costs a function call when tracing is off. */
export function traced<T>(name: string, options: TracedOptions<T>, work: () => Promise<T>): Promise<T> {
  const { kind = 'internal', attributes = {}, from, ended } = options
  const parent = from ? propagation.extract(context.active(), Object.fromEntries(from)) : context.active()
  return trace
    .getTracer('answerloom')
    .startActiveSpan(name, { kind: KINDS[kind], attributes }, parent, async (span) => {
      try {
        const result = await work()
        const { attributes: more, failed } = ended?.(result) ?? {}
        if (more) span.setAttributes(more)
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
        return result
      } catch (error) {
        // Its message may hold people's words.
        span.setStatus({ code: SpanStatusCode.ERROR })
        span.setAttribute('error.type', (error as { code?: string; name?: string })?.code ?? 'error')
        throw error
      } finally {
        span.end()
      }
    })
}

/** Yields what a stream yields, within a span of the current trace that ends with the stream. */
export async function* tracedStream<T>(
  name: string,
  options: Pick<TracedOptions<void>, 'kind' | 'attributes'>,
  stream: AsyncIterable<T>,
): AsyncGenerator<T> {
  const ending = Promise.withResolvers<void>()
  traced(name, options, () => ending.promise).catch(() => undefined)
  try {
    yield* stream
  } catch (error) {
    ending.reject(error)
    throw error
  } finally {
    // Also when the consumer stops reading.
    ending.resolve()
  }
}
