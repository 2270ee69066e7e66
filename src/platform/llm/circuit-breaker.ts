export interface BreakerOptions {
  /** Failures in a row that open it. */
  failures: number
  /** How long it then refuses. */
  openMs: number
  now?: () => number
}

/** Spares a service that keeps failing, and its callers the wait: after a pause one attempt decides. */
export interface CircuitBreaker {
  /** Whether a call may be made. A true after the pause is the one attempt; the others wait for its outcome. */
  tryEnter(): boolean
  succeeded(): void
  failed(): void
  /** Neither: the caller gave up by itself. */
  abandoned(): void
}

export function createBreaker(o: BreakerOptions): CircuitBreaker {
  const now = o.now ?? Date.now
  let inARow = 0
  let openUntil = 0
  let probing = false
  return {
    tryEnter() {
      if (inARow < o.failures) return true
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
      if (inARow >= o.failures) openUntil = now() + o.openMs
    },
    abandoned() {
      probing = false
    },
  }
}
