import { exec } from 'node:child_process'
import type pg from 'pg'
import { AppError } from '../../kernel/app-error.ts'

/** Tokens of managed services are valid for 15 minutes; a connection needs one only while it is opened. */
const REUSE_MS = 60_000
const LIMIT_MS = 30_000

/** A connection's address, as the command reads it from its environment. */
type Target = Pick<pg.Client, 'host' | 'port' | 'user' | 'database'>

/**
 * Returns a function that runs `command` in a shell and resolves with the password it prints. The command finds the
 * address in PGHOST, PGPORT, PGUSER and PGDATABASE. Connections opened within a minute share one password.
 * Rejects with unavailable `database.password_command`.
 */
export function createPasswordCommand(command: string): (target: Target) => Promise<string> {
  const passwords = new Map<string, { until: number; password: Promise<string> }>()
  return (target) => {
    const key = JSON.stringify([target.host, target.port, target.user, target.database])
    const known = passwords.get(key)
    if (known && known.until > Date.now()) return known.password
    const password = printed(command, target)
    passwords.set(key, { until: Date.now() + REUSE_MS, password })
    password.catch(() => passwords.delete(key))
    return password
  }
}

function printed(command: string, { host, port, user, database }: Target): Promise<string> {
  const env = { ...process.env, PGHOST: host, PGPORT: String(port), PGUSER: user, PGDATABASE: database }
  return new Promise((resolve, reject) => {
    exec(command, { env, timeout: LIMIT_MS, windowsHide: true }, (error, stdout, stderr) => {
      const password = stdout.trim()
      if (!error && password !== '') return resolve(password)
      const reason =
        stderr.trim().slice(-500) || (error ? `exit code ${error.code ?? error.signal}` : 'it printed nothing')
      reject(
        new AppError(
          'unavailable',
          'database.password_command',
          `The command in DATABASE_PASSWORD_COMMAND failed: ${reason}`,
        ),
      )
    })
  })
}
