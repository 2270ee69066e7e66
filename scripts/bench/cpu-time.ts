// Processor time that a server and its database have used, as Linux counts it.
import { readdirSync } from 'node:fs'
import { processStat, TICKS_PER_SECOND } from '../../src/platform/program/index.ts'

// Numbers of fields in proc_pid_stat(5).
const PARENT = 4
const OWN = [14, 15]
const OF_ENDED_CHILDREN = [16, 17]

/** Seconds in these fields; none of a process that is gone. */
const seconds = (stat: ReturnType<typeof processStat>, fields: number[]): number =>
  stat ? fields.reduce((sum, field) => sum + stat(field), 0) / TICKS_PER_SECOND : 0

/** Seconds that a process has used. */
export const cpuOfProcess = (pid: number): number => seconds(processStat(pid), OWN)

/** Seconds that a process and its children have used, those that have ended included. */
export function cpuOfFamily(pid: number): number {
  let sum = seconds(processStat(pid), [...OWN, ...OF_ENDED_CHILDREN])
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? processStat(name) : null
    if (stat?.(PARENT) === pid) sum += seconds(stat, OWN)
  }
  return sum
}
