// Processor time that a server and its database have used, as Linux counts it.
import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks per second in /proc. */
const TICKS = 100

/** The fields of a process' `stat` behind its name, which may hold spaces; null when it is gone. */
function statOf(pid: string): number[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text
      .slice(text.lastIndexOf(')') + 4)
      .split(' ')
      .map(Number)
  } catch {
    return null
  }
}

// Counted from the parent's number, the fourth field.
const PARENT = 0
const OWN = [10, 11]
const OF_ENDED_CHILDREN = [12, 13]

const seconds = (stat: number[], fields: number[]): number =>
  fields.reduce((sum, field) => sum + (stat[field] ?? 0), 0) / TICKS

/** Seconds that a process has used. */
export const cpuOfProcess = (pid: number): number => seconds(statOf(String(pid)) ?? [], OWN)

/** Seconds that a process and its children have used, those that have ended included. */
export function cpuOfFamily(pid: number): number {
  const parent = statOf(String(pid)) ?? []
  let sum = seconds(parent, [...OWN, ...OF_ENDED_CHILDREN])
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(name) : null
    if (stat?.[PARENT] === pid) sum += seconds(stat, OWN)
  }
  return sum
}
