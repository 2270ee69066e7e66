/** In milliseconds. */
const AGAIN_AFTER = 10_000
/** pg-boss names who met it at the end of a message. */
const MET_BY = /( \(Queue: [^)]*\))+$/

/**
 * Reports a reason at most once in ten seconds: during a database outage every worker of every queue reports the same
 * error at every poll.
 */
export function oncePerReason(tell: (reason: string) => void, now = () => performance.now()): (text: string) => void {
  const told = new Map<string, number>()
  return (text) => {
    const reason = text.replace(MET_BY, '')
    for (const [one, at] of told) if (now() - at >= AGAIN_AFTER) told.delete(one)
    if (told.has(reason)) return
    told.set(reason, now())
    tell(reason)
  }
}
