// npm start: install, build and run the server; what is already done is skipped.
import { readFileSync } from 'node:fs'
import { bootstrap, orExit } from './bootstrap/bootstrap.mjs'
import { COMPILE_CACHE, ensureBuilt, SERVER } from './bootstrap/build.mjs'
import { become } from './bootstrap/process.mjs'
import { inRoot } from './bootstrap/root.mjs'

const node = await bootstrap({ dev: false })
await orExit(() => ensureBuilt(node))
// Left to itself V8 gives new objects up to 128 MB on a machine with much memory, and keeps them; with 8 MB the server
// needs 110 MB less and collects more often. V8 also lets old objects double or triple before it collects them; at 15 %
// the server needs 130 MB less under load, for the same processor time (docs/decisions/0198). glibc gives each thread
// that compiles the embedded database memory of its own, and keeps it; with two such arenas, trimmed early, the server needs 100 to 160 MB less.
const { flags, environment } = JSON.parse(readFileSync(inRoot('scripts', 'server-process.json'), 'utf8'))
Object.assign(process.env, { ...environment, NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env })
await become(node, [...flags, SERVER, ...process.argv.slice(2)])
