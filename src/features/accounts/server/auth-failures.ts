import { AsyncLocalStorage } from 'node:async_hooks'
import { APIError } from 'better-auth'
import { mapDatabaseError } from '../../../platform/db/index.ts'

const failures = new AsyncLocalStorage<{ cause?: unknown }>()

/** better-auth reports causes only to its logger; its exceptions just say that something failed. */
export const failureLogger = {
  level: 'error' as const,
  log(_level: string, _message: string, ...rest: unknown[]): void {
    const seen = failures.getStore()
    if (seen) seen.cause ??= rest.find((each) => each instanceof Error)
  },
}

const distinguishingFailures = <Api extends object>(api: Api): Api =>
  new Proxy(api, {
    get(target, name) {
      const call: unknown = Reflect.get(target, name)
      if (typeof call !== 'function') return call
      return (...given: unknown[]) => {
        const seen: { cause?: unknown } = {}
        return failures.run(seen, async () => {
          try {
            return await call(...given)
          } catch (error) {
            if (error instanceof APIError && error.statusCode < 500) throw error
            throw mapDatabaseError(seen.cause ?? error)
          }
        })
      }
    },
  })

/**
 * better-auth with the same methods. Refusals are thrown unchanged; other failures are replaced by their cause, so that
 * a database outage does not look like a refusal. They throw unavailable `database.unavailable`.
 */
export const distinguishFailures = <Auth extends { api: object }>(auth: Auth): Auth => ({
  ...auth,
  api: distinguishingFailures(auth.api),
})
