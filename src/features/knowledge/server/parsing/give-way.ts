import type { ChildProcess } from 'node:child_process'
import os from 'node:os'

/** Where processors are few, whoever waits for an answer goes first. What the system does not allow stays as it is. */
export function giveWay({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) os.setPriority(pid, os.constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {}
}
