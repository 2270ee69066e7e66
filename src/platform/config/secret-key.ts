import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './config-error.ts'

export const SECRET_KEY_LENGTH = 32
const FILE = 'secret-key'

/**
 * The key of a local instance: read from `DATA_DIR/secret-key`, made on the first start. Two processes starting at
 * once agree, because the file is created exclusively. Throws ConfigError when the folder cannot be used.
 */
export function localSecretKey(dataDir: string): string {
  const path = join(dataDir, FILE)
  try {
    mkdirSync(dataDir, { recursive: true })
    try {
      writeFileSync(path, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', mode: 0o600 })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const key = readFileSync(path, 'utf8').trim()
    if (key.length >= SECRET_KEY_LENGTH) {
      chmodSync(path, 0o600)
      return key
    }
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new ConfigError([
      {
        name: 'DATA_DIR',
        problem: `${path} cannot be written or read (${reason}).`,
        accepted: 'a folder this user may write to.',
      },
    ])
  }
  throw new ConfigError([
    {
      name: 'SECRET_KEY',
      problem: `${path} is too short to be a key.`,
      accepted: `delete the file to make a new one (everybody is signed out), or put ${SECRET_KEY_LENGTH} characters or more into it.`,
    },
  ])
}
