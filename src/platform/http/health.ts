import { timingSafeEqual } from 'node:crypto'
import type { Hono } from 'hono'
import { AppError } from '../../kernel/app-error.ts'
import { mapDatabaseError } from '../db/index.ts'
import type { HttpEnv } from './environment.ts'
import type { Metrics } from './metrics.ts'

const PROBE_TIMEOUT_MS = 2000
const NOT_READY = 'A readiness probe failed'

/** Resolves when the part works, throws when it doesn't. */
export type Probe = () => Promise<unknown>

export interface HealthOptions {
  probes: Record<string, Probe>
  metrics: Metrics
  metricsToken: string | null
  /** A local instance shows its metrics without a token. */
  local: boolean
  /** The server is about to stop; load balancers should stop sending requests. */
  leaving: () => boolean
}

async function attempt(probe: Probe): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The probe took too long')), PROBE_TIMEOUT_MS)
  })
  try {
    return await Promise.race([probe(), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Concurrent callers share one result, since the endpoint is public and unlimited. */
function shared(probe: Probe): Probe {
  let running: Promise<unknown> | null = null
  return () => {
    running ??= attempt(probe).finally(() => {
      running = null
    })
    return running
  }
}

function sameToken(given: string | undefined, expected: string): boolean {
  const a = Buffer.from(given ?? '')
  const b = Buffer.from(`Bearer ${expected}`)
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Routes: GET /healthz (the process responds), /readyz (its parts work and it is not stopping), /metrics. */
export function mountHealth(app: Hono<HttpEnv>, options: HealthOptions): void {
  const probes = Object.entries(options.probes).map(([name, probe]) => [name, shared(probe)] as const)
  app.get('/healthz', (context) => context.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' }))

  const failing = new Map<string, string>()
  app.get('/readyz', async (context) => {
    if (options.leaving()) return context.json({ status: 'stopping', checks: {} }, 503, { 'cache-control': 'no-store' })
    const checks: Record<string, 'ok' | 'failed'> = {}
    const reasons: Record<string, string> = {}
    await Promise.all(
      probes.map(async ([name, probe]) => {
        try {
          await probe()
          checks[name] = 'ok'
          if (failing.delete(name)) context.var.log.info({ probe: name }, 'A readiness probe succeeds again')
        } catch (error) {
          checks[name] = 'failed'
          const known = mapDatabaseError(error)
          const reason = known instanceof AppError ? known.code : ''
          if (reason) reasons[name] = reason
          const text = known instanceof Error ? known.message : String(known)
          // One line for each outage and reason, not one for each check.
          if (failing.get(name) !== text) context.var.log.error({ probe: name, code: reason, reason: text }, NOT_READY)
          failing.set(name, text)
        }
      }),
    )
    const ready = Object.values(checks).every((state) => state === 'ok')
    const headers = { 'cache-control': 'no-store' }
    if (ready) return context.json({ status: 'ready', checks }, 200, headers)
    const named = Object.keys(reasons).length > 0 ? { reasons } : {}
    return context.json({ status: 'not_ready', checks, ...named }, 503, headers)
  })

  app.get('/metrics', async (context) => {
    if (!options.local) {
      if (options.metricsToken === null)
        throw new AppError('not_found', 'route.not_found', 'There is nothing at this address.')
      if (!sameToken(context.req.header('authorization'), options.metricsToken)) {
        throw new AppError('unauthenticated', 'metrics.token', 'The metrics need their bearer token.')
      }
    }
    return context.body(await options.metrics.collect(), 200, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    })
  })
}
