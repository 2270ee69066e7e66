// npm start: install, build and run the server; what is already done is skipped.
import { bootstrap, orExit } from './bootstrap/bootstrap.mjs'
import { ensureBuilt } from './bootstrap/build.mjs'
import { become } from './bootstrap/process.mjs'
import { inRoot } from './bootstrap/root.mjs'

const node = await bootstrap({ dev: false })
await orExit(() => ensureBuilt(node))
await become(node, [inRoot('src', 'main.ts'), ...process.argv.slice(2)])
