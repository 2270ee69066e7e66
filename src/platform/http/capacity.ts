import { performance } from 'node:perf_hooks'

/** How many requests may be worked on at once. */
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
  /** Whether requests wait for the database at this moment. */
  isWaiting(): boolean
}

/** One look at the signals after another, in milliseconds; what is longer ago says nothing about now. */
const LOOK_MS = 250
const STALE_MS = 2_000
/** So many looks in a row make it certain: a second in which something started is no crowd. */
const LOOKS = 3
/** A thread with less to do than this still has time for more. */
const BUSY = 0.95
/** Who is let in is to be answered within this many seconds. */
const WITHIN_S = 0.5
/** A process that is held up still works on so many at once, however slow they are. */
const LEAST = 32
/** Of the last look, in the average of what is done a second. */
const WEIGHT = 0.5

/**
 * At most `most`; while the process is held up, as many as it gets done in half a second: by Little's law (J. D. C. Little,
 * A proof for the queuing formula L = λW, 1961) those who are let in then wait about that long. A process is held up when
 * its thread had no moment of rest or requests waited for the database, look after look; one that waits for a language
 * model is not.
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

/** This thread's own utilisation, as `CapacitySignals` wants it. */
export function threadUtilisation(): () => number {
  let before = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    return utilization
  }
}
