import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { ParserAnswer, ParserTask } from './parser-protocol.ts'
import { Unreadable } from './unreadable.ts'

/** A process that gets no processor time at all ends after this many times its limit. */
const WALL_TIMES = 4
/** Linux counts processor time in ticks of 1/100 s for every program, independently of its kernel's own. */
const TICK_MS = 10

/** Milliseconds of processor time that a process has used, fields 14 and 15 of proc_pid_stat(5); null without /proc. */
function processorTime(pid: number | undefined): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name of the program is in brackets before the third field, and may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return null
  }
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
