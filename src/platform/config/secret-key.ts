import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './config-error.ts'

export const SECRET_KEY_LENGTH = 32
const KEY_FILE = 'secret-key'

/** Makes the file whole or not at all: it gets its name when it is written, unless another process was first. */
function makeOnce(keyPath: string): void {
  const unfinished = `${keyPath}.${randomBytes(6).toString('hex')}`
  writeFileSync(unfinished, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', mode: 0o600 })
  try {
    linkSync(unfinished, keyPath)
  } catch {
    // Another was first, or the file system has no links: then a copy has to do.
    if (!existsSync(keyPath)) copyFileSync(unfinished, keyPath, constants.COPYFILE_EXCL)
  } finally {
    rmSync(unfinished)
  }
}

/**
 * The key of a local instance: read from `DATA_DIR/secret-key`, made on the first start. Processes that start at once
 * agree on one. Throws ConfigError when the folder cannot be used.
 */
export function localSecretKey(dataFolder: string): string {
  const keyPath = join(dataFolder, KEY_FILE)
  try {
    mkdirSync(dataFolder, { recursive: true })
    if (!existsSync(keyPath)) makeOnce(keyPath)
    const storedKey = readFileSync(keyPath, 'utf8').trim()
    if (storedKey.length >= SECRET_KEY_LENGTH) {
      chmodSync(keyPath, 0o600)
      return storedKey
    }
  } catch (error) {
    const failureReason = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new ConfigError([
      {
        name: 'DATA_DIR',
        problem: `${keyPath} cannot be written or read (${failureReason}).`,
        accepted: 'a folder this user may write to.',
      },
    ])
  }
  throw new ConfigError([
    {
      name: 'SECRET_KEY',
      problem: `${keyPath} is too short to be a key.`,
      accepted: `delete the file to make a new one (everybody is signed out), or put ${SECRET_KEY_LENGTH} characters or more into it.`,
    },
  ])
}
