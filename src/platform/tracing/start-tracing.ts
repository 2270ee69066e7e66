export interface Tracing {
  /** Sends what is still to be sent. */
  stop(): Promise<void>
}

type Environment = Record<string, string | undefined>

const PROTOCOLS = ['http/protobuf', 'http/json']

/**
 * Returns true when OpenTelemetry's standard variables request traces. Without a configured collector nothing is sent.
 */
function wanted(env: Environment): boolean {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return false
  return Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
}

/**
 * Sends traces as OpenTelemetry's variables say: `OTEL_EXPORTER_OTLP_ENDPOINT` or `…_TRACES_ENDPOINT` switches it on;
 * `…_PROTOCOL`, `…_HEADERS`, `…_TIMEOUT`, `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_TRACES_SAMPLER`,
 * `OTEL_BSP_…`, `OTEL_SDK_DISABLED` and `OTEL_TRACES_EXPORTER` mean what they mean elsewhere.
 * @returns null where traces are not wanted; then none of it is loaded
 * @throws Error for a protocol that is not HTTP
 */
export async function startTracing(env: Environment, version: string): Promise<Tracing | null> {
  if (!wanted(env)) return null
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? env.OTEL_EXPORTER_OTLP_PROTOCOL ?? 'http/protobuf'
  if (!PROTOCOLS.includes(protocol))
    throw new Error(`OTEL_EXPORTER_OTLP_PROTOCOL: "${protocol}" is not supported. Accepted: ${PROTOCOLS.join(', ')}.`)
  const [sdk, resources, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/resources'),
    protocol === 'http/json'
      ? import('@opentelemetry/exporter-trace-otlp-http')
      : import('@opentelemetry/exporter-trace-otlp-proto'),
  ])
  const resource = resources
    .resourceFromAttributes({ 'service.name': 'answerloom', 'service.version': version })
    .merge(resources.detectResources({ detectors: [resources.envDetector] }))
  const provider = new sdk.NodeTracerProvider({
    resource,
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter())],
  })
  provider.register()
  return {
    stop: async () => {
      // A collector that is gone must not keep the process from ending.
      await provider.shutdown().catch(() => undefined)
    },
  }
}
