/** All in milliseconds. */
export interface TurnRules {
  /** Whoever was just answered may well ask on: a request is several transactions. */
  grace: number
  /** Requests are being served while the end of the last one is not longer ago. */
  served: number
  /** What works in the background never rests longer, however many requests there are. */
  longest: number
}

const RULES: TurnRules = { grace: 4, served: 1_000, longest: 250 }

/**
 * When work in the background may have the only session of the database, so that a request waits for one of its
 * transactions at most, and seldom for that: not in the midst of a request, and for half of the time at most while
 * requests are served. Times are milliseconds of a clock that never goes back.
 */
export class Turns {
  readonly #rules: TurnRules
  /** The end of the last transaction of a request. */
  #served = Number.NEGATIVE_INFINITY
  /** The last transaction in the background. */
  #began = Number.NEGATIVE_INFINITY
  #ended = Number.NEGATIVE_INFINITY

  constructor(rules: TurnRules = RULES) {
    this.#rules = rules
  }

  begins(background: boolean, now: number): void {
    if (background) this.#began = now
  }

  ends(background: boolean, now: number): void {
    if (background) this.#ended = now
    else this.#served = now
  }

  /** How long a transaction in the background is to wait from now on before it begins; 0: it may. */
  restFor(now: number): number {
    const { grace, served, longest } = this.#rules
    if (now - this.#served >= served) return 0
    const held = this.#ended - this.#began
    const ready = Math.max(this.#served + grace, this.#ended + (Number.isFinite(held) ? held : 0))
    return Math.max(0, Math.min(ready, this.#ended + longest) - now)
  }
}
