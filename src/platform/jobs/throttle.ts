import { setTimeout as pause } from 'node:timers/promises'

/** The share of the time that work in the background takes, so that visitors notice nothing of it. */
export const BACKGROUND_SHARE = 1 / 4
/** One slow step must not stop everything behind it. */
export const MAX_PAUSE_MS = 3_000

/**
 * Returns the pause after a piece of work that limits the work to its share of the time.
 * @param elapsed duration of the piece, in milliseconds
 * @param share in 0…1
 * @returns milliseconds, at most `LONGEST_REST_MS`
 */
export const backoffFor = (elapsed: number, share = BACKGROUND_SHARE): number =>
  Math.min(MAX_PAUSE_MS, Math.max(0, elapsed) * (1 / share - 1))

/**
 * For work that is done in many short pieces: what it returns does one of them, and rests. Rejects with what the piece
 * throws, at once, and while it rests with the reason of the signal that aborts it.
 */
export const throttleTo =
  (share: number, signal?: AbortSignal) =>
  async <Result>(piece: () => Promise<Result>): Promise<Result> => {
    const started = performance.now()
    const result = await piece()
    await pause(backoffFor(performance.now() - started, share), undefined, signal && { signal })
    return result
  }
