import { readFileSync } from 'node:fs'

/** Memory of a process as Linux counts it, in megabytes: what it has now, or the most that it had. */
export function memoryOf(pid: number, of: 'now' | 'peak' = 'now'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number((of === 'now' ? /VmRSS:\s+(\d+)/ : /VmHWM:\s+(\d+)/).exec(status)?.[1]) / 1024
}
