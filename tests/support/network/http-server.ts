import { afterEach } from 'vitest'
import {
  createHttp,
  createMetrics,
  type HttpApp,
  type HttpOptions,
  type ServerOptions,
  startHttp,
} from '../../../src/platform/http/index.ts'
import { silentLogger } from '../../../src/platform/log/index.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})
/** Runs after the test, the latest first. */
export const afterTest = (cleanup: () => unknown): void => void cleanups.push(cleanup)

export const LOCAL = {
  trustProxy: [] as string[],
  local: true,
  metricsToken: null as string | null,
  appUrl: new URL('http://localhost:3000'),
}

/** A real server on a free port with the given routes; closed after the test. */
export async function serve(
  routes: (app: HttpApp) => void,
  options: Partial<HttpOptions> = {},
  s: Partial<ServerOptions> = {},
) {
  const metrics = createMetrics()
  const app = createHttp({ config: LOCAL, log: silentLogger, metrics, probes: {}, ...options })
  routes(app)
  const running = await startHttp(app, { host: '127.0.0.1', port: 0, log: silentLogger, metrics, ...s })
  afterTest(metrics.stop)
  afterTest(running.close)
  return Object.assign(running, { url: `http://127.0.0.1:${running.port}` })
}

/** The `error` of a response's body. */
export const errorOf = async (response: Response) =>
  ((await response.json()) as { error: Record<string, unknown> }).error
