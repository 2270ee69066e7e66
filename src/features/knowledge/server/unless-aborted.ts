/** Settles as the work does, or rejects with the signal's reason when it is aborted first. */
export function unlessAborted<T>(pendingWork: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const rejectAborted = () => reject(signal.reason)
  if (signal.aborted) rejectAborted()
  signal.addEventListener('abort', rejectAborted, { once: true })
  return Promise.race([pendingWork, promise]).finally(() => signal.removeEventListener('abort', rejectAborted))
}
