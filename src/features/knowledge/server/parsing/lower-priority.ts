import type { ChildProcess } from 'node:child_process'
import os from 'node:os'

/**
 * Lowers the process priority where there are few CPUs, so that requests go first. Does nothing where the system
 * forbids it.
 */
export function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) os.setPriority(pid, os.constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {}
}
