import { exec } from 'node:child_process'
import type pg from 'pg'
import { AppError } from '../../kernel/app-error.ts'

/** Tokens of managed services are valid for 15 minutes; a connection needs one only while it is opened. */
const REUSE_MS = 60_000
const LIMIT_MS = 30_000

/** A connection's address, as the command reads it from its environment. */
type ConnectionTarget = Pick<pg.Client, 'host' | 'port' | 'user' | 'database'>

/**
 * Returns a function that runs `command` in a shell and resolves with the password it prints. The command finds the
 * address in PGHOST, PGPORT, PGUSER and PGDATABASE. Connections opened within a minute share one password.
 * Rejects with unavailable `database.password_command`.
 */
export function createPasswordCommand(shellCommand: string): (target: ConnectionTarget) => Promise<string> {
  const passwords = new Map<string, { until: number; password: Promise<string> }>()
  return (connectionTarget) => {
    const targetKey = JSON.stringify([
      connectionTarget.host,
      connectionTarget.port,
      connectionTarget.user,
      connectionTarget.database,
    ])
    const knownPassword = passwords.get(targetKey)
    if (knownPassword && knownPassword.until > Date.now()) return knownPassword.password
    const password = printedPassword(shellCommand, connectionTarget)
    passwords.set(targetKey, { until: Date.now() + REUSE_MS, password })
    password.catch(() => passwords.delete(targetKey))
    return password
  }
}

function printedPassword(shellCommand: string, { host, port, user, database }: ConnectionTarget): Promise<string> {
  const environment = { ...process.env, PGHOST: host, PGPORT: String(port), PGUSER: user, PGDATABASE: database }
  return new Promise((resolve, reject) => {
    exec(shellCommand, { env: environment, timeout: LIMIT_MS, windowsHide: true }, (error, stdout, stderr) => {
      const password = stdout.trim()
      if (!error && password !== '') return resolve(password)
      const failureReason =
        stderr.trim().slice(-500) || (error ? `exit code ${error.code ?? error.signal}` : 'it printed nothing')
      reject(
        new AppError(
          'unavailable',
          'database.password_command',
          `The command in DATABASE_PASSWORD_COMMAND failed: ${failureReason}`,
        ),
      )
    })
  })
}
