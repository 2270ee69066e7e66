import { AsyncLocalStorage } from 'node:async_hooks'
import { APIError } from 'better-auth'
import { mapDatabaseError } from '../../../platform/db/index.ts'

const failures = new AsyncLocalStorage<{ cause?: unknown }>()

/** better-auth tells what failed to its logger alone; what it throws then only says that something did. */
export const failureLogger = {
  level: 'error' as const,
  log(_level: string, _message: string, ...rest: unknown[]): void {
    const seen = failures.getStore()
    if (seen) seen.cause ??= rest.find((each) => each instanceof Error)
  },
}

const failuresApart = <Api extends object>(api: Api): Api =>
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
 * better-auth with the same calls. Its refusals are thrown as they are; where something failed, that is thrown in the place of
 * its own error: a database that is away for a moment refuses nobody. They throw unavailable `database.unavailable`.
 */
export const tellingFailuresApart = <Auth extends { api: object }>(auth: Auth): Auth => ({
  ...auth,
  api: failuresApart(auth.api),
})
