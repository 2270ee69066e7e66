// npm start: install, build and run the server; what is already done is skipped.
import { readFileSync } from 'node:fs'
import { bootstrap, orExit } from './bootstrap/bootstrap.mjs'
import { ensureBuilt, SERVER } from './bootstrap/build.mjs'
import { become } from './bootstrap/process.mjs'
import { inRoot } from './bootstrap/root.mjs'

const node = await bootstrap({ dev: false })
await orExit(() => ensureBuilt(node))
// Left to itself V8 gives new objects up to 128 MB on a machine with much memory, and keeps them; with 8 MB the server
// needs 110 MB less and collects more often.
const flags = JSON.parse(readFileSync(inRoot('scripts', 'node-flags.json'), 'utf8'))
await become(node, [...flags, SERVER, ...process.argv.slice(2)])
