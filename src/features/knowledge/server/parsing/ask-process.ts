import type { ChildProcess } from 'node:child_process'
import { processStat, TICKS_PER_SECOND } from '../../../../platform/program/index.ts'
import type { ParserAnswer, ParserTask } from './parser-protocol.ts'
import { Unreadable } from './unreadable.ts'

/** A process that gets no processor time at all ends after this many times its limit. */
const WALL_TIME_FACTOR = 4
/** Milliseconds of processor time that a process has used; null where that is not known. */
function processorTimeMs(pid: number | undefined): number | null {
  const statFields = processStat(pid)
  return statFields && ((statFields(14) + statFields(15)) * 1000) / TICKS_PER_SECOND
}

/**
 * Sends a task to a parser process and resolves with its answer. `limitMs` is processor time where the system reports
 * it, so that a small file does not fail because other programs are busy; at most four times as much time passes.
 * Throws Unreadable if the task takes too long or the process ends, or what aborted it.
 */
export function askProcess(
  childProcess: ChildProcess,
  parserTask: ParserTask,
  limitMs: number,
  signal?: AbortSignal,
): Promise<ParserAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ParserAnswer>()
  const usedBeforeMs = processorTimeMs(childProcess.pid) ?? 0
  const deadline = performance.now() + WALL_TIME_FACTOR * limitMs
  const onTimer = () => {
    const usedMs = processorTimeMs(childProcess.pid)
    const remainingMs = usedMs === null ? 0 : Math.min(limitMs - (usedMs - usedBeforeMs), deadline - performance.now())
    if (remainingMs > 0) taskTimer = setTimeout(onTimer, remainingMs)
    else reject(timeLimitError(limitMs))
  }
  let taskTimer = setTimeout(onTimer, limitMs)
  const onExit = () => reject(new Unreadable('Reading the file needs too much memory.'))
  const onAbort = () => reject(signal?.reason)
  childProcess.once('message', (parserAnswer) => resolve(parserAnswer as ParserAnswer))
  childProcess.once('exit', onExit)
  childProcess.once('error', onExit)
  signal?.addEventListener('abort', onAbort, { once: true })
  childProcess.send(parserTask, (sendError) => sendError && onExit())
  return promise.finally(() => {
    clearTimeout(taskTimer)
    childProcess.removeAllListeners('message')
    childProcess.off('exit', onExit)
    childProcess.off('error', onExit)
    signal?.removeEventListener('abort', onAbort)
  })
}

const timeLimitError = (limitMs: number) =>
  new Unreadable(`Reading it took longer than ${Math.round(limitMs / 1000)} seconds.`, { isTimeout: true })
