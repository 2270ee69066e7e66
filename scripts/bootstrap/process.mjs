// Runs another program so that the caller seems to be that program: same terminal, signals passed on, same exit.
import { spawn } from 'node:child_process'
import os from 'node:os'

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2']

/**
 * Runs a program to its end with our own standard streams; signals that reach us are passed on to it.
 * @param {string} file
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} its exit code; 128 + the signal's number when a signal ended it
 */
export function run(file, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: 'inherit', ...options })
    const forward = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal)
    for (const signal of FORWARDED) process.on(signal, forward)
    child.once('error', reject)
    child.once('close', (code, signal) => {
      for (const name of FORWARDED) process.off(name, forward)
      resolve(code ?? 128 + (signal ? os.constants.signals[signal] : 1))
    })
  })
}

/**
 * Becomes another program. Where the platform lets a process replace itself this keeps the pid and adds no
 * process in between; elsewhere it runs a child and ends as the child ended. Never returns.
 * @param {string} file
 * @param {string[]} args
 * @returns {Promise<never>}
 */
export async function become(file, args) {
  if (process.platform !== 'win32' && typeof process.execve === 'function') {
    process.execve(file, [file, ...args], process.env)
  }
  process.exit(await run(file, args))
}
