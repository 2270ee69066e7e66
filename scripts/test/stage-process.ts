// Runs one stage as a process group of its own, so that nothing it started outlives it.
import { spawn } from 'node:child_process'
import { root } from '../repository.ts'

/** A program with its arguments, run in the repository's root. */
export type Command = { file: string; args: string[]; env?: Record<string, string> }

/** Receives output, in pieces. */
export type Print = (text: string) => void

/**
 * Runs a command to its end; signals that reach us end it.
 * @param limitMs after this many milliseconds the whole group is killed
 * @param print receives the output; without it, the output goes to ours
 * @returns the exit code; 1 when a signal or the limit ended it
 */
export function runCommand(command: Command, limitMs: number, print?: Print): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const child = spawn(command.file, command.args, {
    cwd: root,
    env: { ...process.env, ...command.env },
    stdio: print ? ['ignore', 'pipe', 'pipe'] : ['ignore', 1, 2],
    detached: true,
  })
  if (print) for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', print)
  const say = (line: string) => (print ? print(`${line}\n`) : console.log(line))
  const kill = (signal: NodeJS.Signals) => {
    if (child.pid === undefined) return
    try {
      process.kill(-child.pid, signal)
    } catch (error) {
      // The group has ended already: that is what we wanted.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
  }
  const limit = setTimeout(() => {
    say(`Stopped after ${Math.round(limitMs / 60_000)} minutes`)
    kill('SIGKILL')
  }, limitMs)
  const stop = () => {
    kill('SIGTERM')
    // Another command may run at the same time: its listener kills that one.
    setImmediate(() => process.exit(130))
  }
  const finish = (code: number) => {
    clearTimeout(limit)
    process.off('SIGINT', stop).off('SIGTERM', stop)
    resolve(code)
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  child.once('error', (error) => {
    say(`${command.file} did not start: ${error.message}`)
    finish(1)
  })
  child.once('close', (code) => {
    kill('SIGKILL')
    finish(code ?? 1)
  })
  return promise
}
