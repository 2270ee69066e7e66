import { performance } from 'node:perf_hooks'

/** Maximum number of concurrent requests. */
export interface Capacity {
  /** However much time there is. */
  most: number
  /** As things are now. */
  room(): number
  /** One has been done. */
  done(): void
}

export interface CapacitySignals {
  /** Milliseconds of a clock that never goes back. */
  now(): number
  /** The share of the time since it was last asked in which this thread had something to do, in 0…1. */
  utilisation(): number
  /** True while requests wait for the database. */
  isWaiting(): boolean
}

/** One look at the signals after another, in milliseconds; what is longer ago says nothing about now. */
const LOOK_MS = 250
const STALE_MS = 2_000
/** Number of consecutive samples that indicate saturation; a short burst does not. */
const LOOKS = 3
/** A thread with less to do than this still has time for more. */
const BUSY = 0.95
/** Target response time of accepted requests, in seconds. */
const WITHIN_S = 0.5
/** Minimum number of concurrent requests, even when they are slow. */
const LEAST = 32
/** Weight of the latest sample in the moving average of completed requests per second. */
const WEIGHT = 0.5

/**
 * Capacity of the process: `most`, or, while it is saturated, the number of requests it completes in half a second. By
 * Little's law (J. D. C. Little, A proof for the queuing formula L = λW, 1961) accepted requests then wait about that
 * long. A process is saturated when its thread had no idle time or requests waited for the database, in several samples
 * in a row. Waiting for a language model is not saturation.
 */
export function createCapacity(most: number, signals: CapacitySignals): Capacity {
  let lookedAt = signals.now()
  let done = 0
  let perSecond: number | null = null
  let heldUp = 0

  function look(): void {
    const now = signals.now()
    const passed = now - lookedAt
    if (passed < LOOK_MS) return
    const busy = signals.utilisation() >= BUSY || signals.isWaiting()
    const rate = (done / passed) * 1_000
    const isStale = passed >= STALE_MS
    perSecond = perSecond === null || isStale ? rate : perSecond + WEIGHT * (rate - perSecond)
    heldUp = busy && !isStale ? heldUp + 1 : 0
    lookedAt = now
    done = 0
  }

  return {
    most,
    room() {
      look()
      return heldUp < LOOKS ? most : Math.min(most, Math.max(LEAST, Math.ceil((perSecond ?? 0) * WITHIN_S)))
    },
    done() {
      done += 1
    },
  }
}

/** Event loop utilization of this thread, for `CapacitySignals`. */
export function threadUtilisation(): () => number {
  let before = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    return utilization
  }
}
