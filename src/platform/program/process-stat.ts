import { readFileSync } from 'node:fs'

/** Linux counts processor time in ticks of 1/100 s for every program, independently of its kernel's own. */
export const TICKS_PER_SECOND = 100

/**
 * Fields of proc_pid_stat(5) by their numbers there, from the parent's id (4) on; null if the process is gone or the
 * system has no /proc.
 */
export function processStat(pid: number | string | undefined): ((field: number) => number) | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The program's name, the second field, is in brackets and may contain spaces; the third is a letter.
    const fields = text.slice(text.lastIndexOf(')') + 4).split(' ')
    return (field) => Number(fields[field - 4])
  } catch {
    return null
  }
}
