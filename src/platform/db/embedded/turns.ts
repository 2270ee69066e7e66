/** All times in milliseconds. */
export interface TurnRules {
  /** Whoever was just answered may well ask on: a request is several transactions. */
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

// With many requests few of a hundred are to wait for work in the background, so that the time that 95 of them
// keep to stays what it is without; with a few the work goes on at half its speed. Nobody notices what is not long.
const RULES: TurnRules = { grace: 4, served: 1_000, long: 5, each: 20, most: 10, longest: 250 }

/**
 * When work in the background may have the only session of the database, so that a request waits for one of its
 * transactions at most, and seldom for that: not in the midst of a request, and the less of the time the more requests
 * are served. Times are milliseconds of a clock that never goes back.
 */
export class Turns {
  readonly #rules: TurnRules
  /** The end of the last transaction of a request. */
  #served = Number.NEGATIVE_INFINITY
  /** The last transaction in the background. */
  #began = Number.NEGATIVE_INFINITY
  #ended = Number.NEGATIVE_INFINITY
  /** Transactions of requests in this span of `served`, and in the one before. */
  #spanBegan = 0
  #inSpan = 0
  #before = 0

  constructor(rules: TurnRules = RULES) {
    this.#rules = rules
  }

  begins(background: boolean, now: number): void {
    if (background) this.#began = now
  }

  ends(background: boolean, now: number): void {
    if (background) this.#ended = now
    else {
      this.#served = now
      this.#enterSpan(now)
      this.#inSpan++
    }
  }

  /** How long a transaction in the background is to wait from now on before it begins; 0: it may. */
  restFor(now: number): number {
    const { grace, served, longest } = this.#rules
    if (now - this.#served >= served) return 0
    const held = this.#ended - this.#began
    const rest = Number.isFinite(held) ? held * this.#patience(held, now) : 0
    const ready = Math.max(this.#served + grace, this.#ended + rest)
    return Math.max(0, Math.min(ready, this.#ended + longest) - now)
  }

  /** How many times as long as it held the session it is to rest. */
  #patience(held: number, now: number): number {
    const { served, long, each, most } = this.#rules
    if (held < long) return 1
    this.#enterSpan(now)
    const lately = this.#inSpan + this.#before * (1 - (now - this.#spanBegan) / served)
    return Math.min(most, Math.max(1, lately / each))
  }

  #enterSpan(now: number): void {
    const { served } = this.#rules
    const passed = now - this.#spanBegan
    if (passed < served) return
    this.#before = passed < 2 * served ? this.#inSpan : 0
    this.#inSpan = 0
    this.#spanBegan = passed < 2 * served ? this.#spanBegan + served : now
  }
}
