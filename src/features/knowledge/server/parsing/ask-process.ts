import type { ChildProcess } from 'node:child_process'
import { processStat, TICKS_PER_SECOND } from '../../../../platform/program/index.ts'
import type { ParserAnswer, ParserTask } from './parser-protocol.ts'
import { Unreadable } from './unreadable.ts'

/** A process that gets no processor time at all ends after this many times its limit. */
const WALL_TIMES = 4
/** Milliseconds of processor time that a process has used; null where that is not known. */
function processorTime(pid: number | undefined): number | null {
  const stat = processStat(pid)
  return stat && ((stat(14) + stat(15)) * 1000) / TICKS_PER_SECOND
}

/**
 * Sends a task to a parser process and resolves with its answer. `limitMs` is processor time where the system reports
 * it, so that a small file does not fail because other programs are busy; at most four times as much time passes.
 * Throws Unreadable if the task takes too long or the process ends, or what aborted it.
 */
export function askProcess(
  child: ChildProcess,
  task: ParserTask,
  limitMs: number,
  signal?: AbortSignal,
): Promise<ParserAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ParserAnswer>()
  const usedBefore = processorTime(child.pid) ?? 0
  const end = performance.now() + WALL_TIMES * limitMs
  const onTimer = () => {
    const used = processorTime(child.pid)
    const left = used === null ? 0 : Math.min(limitMs - (used - usedBefore), end - performance.now())
    if (left > 0) timer = setTimeout(onTimer, left)
    else reject(tooLate(limitMs))
  }
  let timer = setTimeout(onTimer, limitMs)
  const onExit = () => reject(new Unreadable('Reading the file needs too much memory.'))
  const onAbort = () => reject(signal?.reason)
  child.once('message', (answer) => resolve(answer as ParserAnswer))
  child.once('exit', onExit)
  child.once('error', onExit)
  signal?.addEventListener('abort', onAbort, { once: true })
  child.send(task, (error) => error && onExit())
  return promise.finally(() => {
    clearTimeout(timer)
    child.removeAllListeners('message')
    child.off('exit', onExit)
    child.off('error', onExit)
    signal?.removeEventListener('abort', onAbort)
  })
}

const tooLate = (limitMs: number) =>
  new Unreadable(`Reading it took longer than ${Math.round(limitMs / 1000)} seconds.`, { isTimeout: true })
