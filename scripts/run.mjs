// Runs a script of this project, or the command of a dependency, under the pinned Node with everything installed.
// Usage: node scripts/run.mjs <file.ts | file.mjs | command> [arguments]
import { existsSync, realpathSync } from 'node:fs'
import { bootstrap } from './bootstrap/bootstrap.mjs'
import { builds, COMPILE_CACHE, isBuilt, SERVER } from './bootstrap/build.mjs'
import { become } from './bootstrap/process.mjs'
import { inRoot, say } from './bootstrap/root.mjs'

const [target = '', ...args] = process.argv.slice(2)
const node = await bootstrap({ dev: target !== 'src/main.ts' })
const file = /\.(ts|mjs)$/.test(target) ? inRoot(target) : inRoot('node_modules', '.bin', target)
if (!target || !existsSync(file)) {
  say(`There is nothing to run called "${target}"`)
  process.exit(1)
}
// An operator command loads in a fifth of the time from the built server, where that is of the present sources.
const isOperatorCommand = target === 'src/main.ts'
const program = isOperatorCommand && isBuilt(builds.server) ? SERVER : realpathSync(file)
if (program === SERVER) process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE
// Optimizing the embedded database takes a second of processor time and 500 MB, which a short run does not earn back.
await become(node, [...(isOperatorCommand ? ['--liftoff-only'] : []), program, ...args])
