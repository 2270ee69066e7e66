/** In milliseconds. */
const AGAIN_AFTER = 10_000
/** pg-boss names who met it at the end of a message. */
const MET_BY = /( \(Queue: [^)]*\))+$/

/**
 * Reports a reason at most once in ten seconds: during a database outage every worker of every queue reports the same
 * error at every poll.
 */
export function oncePerReason(report: (reason: string) => void, now = () => performance.now()): (text: string) => void {
  const reportedAt = new Map<string, number>()
  return (text) => {
    const reason = text.replace(MET_BY, '')
    for (const [one, at] of reportedAt) if (now() - at >= AGAIN_AFTER) reportedAt.delete(one)
    if (reportedAt.has(reason)) return
    reportedAt.set(reason, now())
    report(reason)
  }
}
