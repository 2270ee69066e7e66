/** All times in milliseconds. */
export interface SchedulerRules {
  /** The client that was just served may continue: a request consists of several transactions. */
  grace: number
  /** Requests are being served while the end of the last one is not longer ago. */
  served: number
  /**
   * After a transaction, what works in the background rests as long as that took; after one that took `long` or longer,
   * as long for every `each` transactions of requests that came within `served`, at most `most` times.
   */
  long: number
  each: number
  most: number
  /** It never rests longer, however many requests there are. */
  longest: number
}

// Maximum share of requests that wait for background work: with many requests so few that the 95th percentile is
// unaffected; with few requests background work runs at half its speed. Short transactions are not noticeable.
const DEFAULT_RULES: SchedulerRules = { grace: 4, served: 1_000, long: 5, each: 20, most: 10, longest: 250 }

/**
 * Schedules background work on the database's only session, so that a request waits for at most one background
 * transaction: never within a request, and less often the more requests there are. Times are milliseconds of a
 * monotonic clock.
 */
export class FairScheduler {
  readonly #rules: SchedulerRules
  /** The end of the last transaction of a request. */
  #served = Number.NEGATIVE_INFINITY
  /** The last transaction in the background. */
  #began = Number.NEGATIVE_INFINITY
  #ended = Number.NEGATIVE_INFINITY
  /** Transactions of requests in this span of `served`, and in the one before. */
  #spanBegan = 0
  #inSpan = 0
  #before = 0

  constructor(schedulerRules: SchedulerRules = DEFAULT_RULES) {
    this.#rules = schedulerRules
  }

  begins(background: boolean, timestamp: number): void {
    if (background) this.#began = timestamp
  }

  ends(background: boolean, timestamp: number): void {
    if (background) this.#ended = timestamp
    else {
      this.#served = timestamp
      this.#enterSpan(timestamp)
      this.#inSpan++
    }
  }

  /** Milliseconds until a background transaction may start; 0 when it may start now. */
  restFor(timestamp: number): number {
    const { grace, served, longest } = this.#rules
    if (timestamp - this.#served >= served) return 0
    const duration = this.#ended - this.#began
    const requiredRest = Number.isFinite(duration) ? duration * this.#patience(duration, timestamp) : 0
    const readyAt = Math.max(this.#served + grace, this.#ended + requiredRest)
    return Math.max(0, Math.min(readyAt, this.#ended + longest) - timestamp)
  }

  /** Pause after background work, as a multiple of the time it used the session. */
  #patience(duration: number, timestamp: number): number {
    const { served, long, each, most } = this.#rules
    if (duration < long) return 1
    this.#enterSpan(timestamp)
    const recentBusyTime = this.#inSpan + this.#before * (1 - (timestamp - this.#spanBegan) / served)
    return Math.min(most, Math.max(1, recentBusyTime / each))
  }

  #enterSpan(timestamp: number): void {
    const { served } = this.#rules
    const passedInSpan = timestamp - this.#spanBegan
    if (passedInSpan < served) return
    this.#before = passedInSpan < 2 * served ? this.#inSpan : 0
    this.#inSpan = 0
    this.#spanBegan = passedInSpan < 2 * served ? this.#spanBegan + served : timestamp
  }
}
