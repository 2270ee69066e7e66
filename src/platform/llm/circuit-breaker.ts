export interface BreakerOptions {
  /** Failures in a row that open it. */
  failures: number
  /** Milliseconds that it then refuses calls. */
  openMs: number
  now?: () => number
}

/** Spares a service that keeps failing, and its callers the wait: after a pause one attempt decides. */
export interface CircuitBreaker {
  /** Returns true when a call may be made. After the pause one trial call is allowed; others wait for its result. */
  tryEnter(): boolean
  succeeded(): void
  failed(): void
  /** Neither: the caller gave up by itself. */
  abandoned(): void
}

export function createBreaker(options: BreakerOptions): CircuitBreaker {
  const now = options.now ?? Date.now
  let inARow = 0
  let openUntil = 0
  let probing = false
  return {
    tryEnter() {
      if (inARow < options.failures) return true
      if (probing || now() < openUntil) return false
      probing = true
      return true
    },
    succeeded() {
      inARow = 0
      probing = false
    },
    failed() {
      inARow += 1
      probing = false
      if (inARow >= options.failures) openUntil = now() + options.openMs
    },
    abandoned() {
      probing = false
    },
  }
}
