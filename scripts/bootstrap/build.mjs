// Builds what is run when one of its sources changed: the browser's part, and the server in one file. Sizes and times
// decide: reading every file would cost more than a start may.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { run } from './process.mjs'
import { inRoot, root, say } from './root.mjs'

/** The server in one file, as it is started. */
export const SERVER = inRoot('dist', 'server', 'main.mjs')

// Nothing the browser gets may import these (scripts/check-structure.mjs sees to it), so they cannot change its build.
const SERVER_ONLY = /^(src\/(main\.ts|wire\.ts|wire|platform|features\/[^/]+\/server)|packages\/[^/]+\/dist)$/
const WEB_ONLY = /^src\/(web|widget-loader|features\/[^/]+\/web)$/

/** Node's cache of the server's compiled code, which makes a start cheaper by about a third. */
export const COMPILE_CACHE = inRoot('dist', 'server', 'compiled')

/**
 * @typedef {object} Build
 * @property {string} says
 * @property {string} stamp where it is kept what it was built of
 * @property {string[]} sources
 * @property {RegExp} without folders and files among the sources that do not matter
 * @property {string[]} args for Vite
 */

/** @type {Record<'browsers' | 'server', Build>} */
export const builds = {
  browsers: {
    says: 'the dashboard and the visitor pages',
    stamp: inRoot('dist', '.built'),
    sources: ['src', 'packages', 'docs/guides', 'CHANGELOG.md', 'vite.config.ts', 'package-lock.json'],
    without: SERVER_ONLY,
    args: ['build', '--app'],
  },
  server: {
    says: 'the server',
    stamp: inRoot('dist', 'server', '.built'),
    sources: ['src', 'vite-server.config.ts', 'package-lock.json'],
    without: WEB_ONLY,
    args: ['build', '--config', 'vite-server.config.ts'],
  },
}

function collect(/** @type {string} */ relative, /** @type {RegExp} */ without, /** @type {string[]} */ lines) {
  if (without.test(relative) || /\.test\.tsx?$/.test(relative)) return
  const stats = statSync(inRoot(relative), { throwIfNoEntry: false })
  if (!stats) return
  if (stats.isFile()) lines.push(`${relative} ${stats.size} ${stats.mtimeMs}`)
  else for (const name of readdirSync(inRoot(relative)).sort()) collect(path.posix.join(relative, name), without, lines)
}

/**
 * @param {Build} build
 * @returns {string} changes whenever a source of the build is added, removed or written
 */
export function sourcesStamp({ sources, without }) {
  /** @type {string[]} */
  const lines = []
  for (const source of sources) collect(source, without, lines)
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

/**
 * Returns true when a build is of the present sources.
 * @param {Build} build
 * @returns {boolean}
 */
export const isBuilt = (build) => existsSync(build.stamp) && readFileSync(build.stamp, 'utf8') === sourcesStamp(build)

/**
 * Builds into `dist/` what was not built of the present sources.
 * @param {string} node the executable to build with
 * @param {{ force?: boolean }} [options] force: build in any case
 * @throws {Error} when a build fails; its stamp is then not written, so the next start tries again
 */
export async function ensureBuilt(node, { force = false } = {}) {
  for (const build of [builds.browsers, builds.server]) {
    if (!force && isBuilt(build)) continue
    const stamp = sourcesStamp(build)
    say(`Building ${build.says} …`)
    const args = [inRoot('node_modules', 'vite', 'bin', 'vite.js'), ...build.args, '--logLevel', 'warn']
    const code = await run(node, args, { cwd: root, stdio: ['ignore', 2, 2] })
    if (code !== 0) throw new Error(`The build failed with code ${code}; see its messages above`)
    writeFileSync(build.stamp, stamp)
  }
}
