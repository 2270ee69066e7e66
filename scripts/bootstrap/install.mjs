// Installs the dependencies when, and only when, they differ from the lockfile.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { run } from './process.mjs'
import { inRoot, root, say } from './root.mjs'

const STAMP = inRoot('node_modules', '.answerloom-installed')
const PINNED = inRoot('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** @param {string} file @returns {string | undefined} its text, undefined when there is none */
function textOf(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** What is wanted: the lockfile on this platform, with or without the development dependencies. */
function wantedStamp(/** @type {string} */ lock, /** @type {boolean} */ dev) {
  const hash = createHash('sha256').update(lock).digest('hex')
  return `${hash} ${process.platform}-${process.arch} ${dev ? 'all' : 'production'}`
}

/**
 * Whether npm's own record of what it installed already satisfies the lockfile: somebody ran npm by hand.
 * Optional packages may be missing, for they belong to other platforms; links to the workspaces under packages/ too, for
 * what is built of those is built from their sources.
 */
function alreadyInstalled(/** @type {string} */ lock, /** @type {boolean} */ dev) {
  const record = textOf(inRoot('node_modules', '.package-lock.json'))
  if (!record) return false
  const wanted = JSON.parse(lock).packages
  const present = JSON.parse(record).packages
  return Object.entries(wanted).every(([name, entry]) => {
    if (!name.startsWith('node_modules/') || entry.link || (entry.dev && !dev)) return true
    const found = present[name]
    return found ? found.version === entry.version : Boolean(entry.optional || entry.devOptional)
  })
}

/** The search path without our own node_modules, so that npm runs on a Node that npm does not replace meanwhile. */
function outsidePath() {
  const entries = (process.env.PATH ?? '').split(path.delimiter)
  return entries.filter((entry) => !path.resolve(entry).startsWith(inRoot('node_modules'))).join(path.delimiter)
}

/**
 * Makes `node_modules` match `package-lock.json`; does nothing when it already does.
 * @param {{ dev: boolean }} options dev: the development dependencies are needed too
 * @throws {Error} when npm fails
 */
export async function ensureInstalled({ dev }) {
  const lock = readFileSync(inRoot('package-lock.json'), 'utf8')
  const satisfied = new Set([wantedStamp(lock, dev), wantedStamp(lock, true)])
  if (existsSync(PINNED)) {
    if (satisfied.has(textOf(STAMP) ?? '')) return
    if (alreadyInstalled(lock, dev)) return writeFileSync(STAMP, wantedStamp(lock, dev))
  }
  say('Installing dependencies (npm install) …')
  // Not "npm ci": it refuses a lockfile written where the registry offers no packages for other platforms, and it
  // removes everything first. This installs the locked versions too, and leaves the lockfile alone.
  const args = [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    ...(dev ? ['--include=dev'] : []),
  ]
  const env = { ...process.env, PATH: outsidePath() }
  // npm's report goes to standard error: standard output belongs to the command that is being started.
  const code = await run('npm', args, { cwd: root, env, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
  if (code !== 0)
    throw new Error(
      `npm install failed with code ${code}; see its messages above. npm 10 or newer is needed, which Debian's package is not: npm install --global npm@11`,
    )
  writeFileSync(STAMP, wantedStamp(lock, dev && existsSync(inRoot('node_modules', 'vitest'))))
}

/**
 * The Node this project is written for: the one installed as a dependency.
 * @returns {string} path of its executable
 * @throws {Error} when it is missing and the running Node is older than the project needs
 */
export function pinnedNode() {
  if (existsSync(PINNED)) return PINNED
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  throw new Error(
    'Node 24 is missing from node_modules: its install script did not run. Allow install scripts, remove node_modules and start again.',
  )
}
