import { AsyncLocalStorage } from 'node:async_hooks'
import { APIError } from 'better-auth'
import { mapDatabaseError } from '../../../platform/db/index.ts'

const failures = new AsyncLocalStorage<{ cause?: unknown }>()

/** better-auth reports causes only to its logger; its exceptions just say that something failed. */
export const failureLogger = {
  level: 'error' as const,
  log(_level: string, _message: string, ...logArguments: unknown[]): void {
    const failureStore = failures.getStore()
    if (failureStore) failureStore.cause ??= logArguments.find((logArgument) => logArgument instanceof Error)
  },
}

const distinguishingFailures = <Api extends object>(authApi: Api): Api =>
  new Proxy(authApi, {
    get(wrappedApi, methodName) {
      const apiMethod: unknown = Reflect.get(wrappedApi, methodName)
      if (typeof apiMethod !== 'function') return apiMethod
      return (...methodArguments: unknown[]) => {
        const failureStore: { cause?: unknown } = {}
        return failures.run(failureStore, async () => {
          try {
            return await apiMethod(...methodArguments)
          } catch (callError) {
            if (callError instanceof APIError && callError.statusCode < 500) throw callError
            throw mapDatabaseError(failureStore.cause ?? callError)
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
