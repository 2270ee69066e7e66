// Runs the program to its end: operator commands, and starts that are refused.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { plainEnvironment, ROOT, SERVER } from './server-files.ts'

const LIMIT_MS = 120_000

/** Result of a process. `code` is null when it did not end and was killed. */
export type Ended = { code: number | null; stdout: string; stderr: string }

/** Runs the built server with these arguments and nothing of the surrounding configuration, and waits for its end. */
export async function runMain(args: string[], env: Record<string, string>): Promise<Ended> {
  const child = spawn(process.execPath, [SERVER, ...args], {
    cwd: ROOT,
    env: { ...plainEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended: Ended = { code: null, stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    ended.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    ended.stderr += text
  })
  const killer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS)
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(killer)
  return { ...ended, code }
}
