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
const FILE = 'secret-key'

/** Makes the file whole or not at all: it gets its name when it is written, unless another process was first. */
function makeOnce(path: string): void {
  const unfinished = `${path}.${randomBytes(6).toString('hex')}`
  writeFileSync(unfinished, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', mode: 0o600 })
  try {
    linkSync(unfinished, path)
  } catch {
    // Another was first, or the file system has no links: then a copy has to do.
    if (!existsSync(path)) copyFileSync(unfinished, path, constants.COPYFILE_EXCL)
  } finally {
    rmSync(unfinished)
  }
}

/**
 * The key of a local instance: read from `DATA_DIR/secret-key`, made on the first start. Processes that start at once
 * agree on one. Throws ConfigError when the folder cannot be used.
 */
export function localSecretKey(dataDir: string): string {
  const path = join(dataDir, FILE)
  try {
    mkdirSync(dataDir, { recursive: true })
    if (!existsSync(path)) makeOnce(path)
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
