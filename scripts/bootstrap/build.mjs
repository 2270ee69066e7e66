// Builds the browser's part when one of its sources changed. Sizes and times decide: reading every file would cost
// more than a start may.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { run } from './process.mjs'
import { inRoot, root, say } from './root.mjs'

const STAMP = inRoot('dist', '.built')
const SOURCES = ['src', 'docs/guides', 'CHANGELOG.md', 'vite.config.ts', 'package-lock.json']
// Nothing the browser gets may import these (scripts/check-structure.mjs sees to it), so they cannot change the build.
const SERVER_ONLY = new Set(['src/main.ts', 'src/wire.ts', 'src/wire', 'src/platform'])

function collect(/** @type {string} */ relative, /** @type {string[]} */ lines) {
  if (SERVER_ONLY.has(relative) || /\.test\.tsx?$/.test(relative)) return
  if (/^src\/features\/[^/]+\/server$/.test(relative)) return
  const stats = statSync(inRoot(relative), { throwIfNoEntry: false })
  if (!stats) return
  if (stats.isFile()) lines.push(`${relative} ${stats.size} ${stats.mtimeMs}`)
  else for (const name of readdirSync(inRoot(relative)).sort()) collect(path.posix.join(relative, name), lines)
}

/** @returns {string} changes whenever a source of the build is added, removed or written */
export function sourcesStamp() {
  /** @type {string[]} */
  const lines = []
  for (const source of SOURCES) collect(source, lines)
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

/**
 * Builds into `dist/` unless the present build was made from the present sources.
 * @param {string} node the executable to build with
 * @param {{ force?: boolean }} [options] force: build in any case
 * @throws {Error} when the build fails; the stamp is then not written, so the next start tries again
 */
export async function ensureBuilt(node, { force = false } = {}) {
  const stamp = sourcesStamp()
  if (!force && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return
  say('Building the dashboard and the visitor pages …')
  const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', '--app', '--logLevel', 'warn']
  const code = await run(node, args, { cwd: root, stdio: ['ignore', 2, 2] })
  if (code !== 0) throw new Error(`The build failed with code ${code}; see its messages above`)
  writeFileSync(STAMP, stamp)
}
