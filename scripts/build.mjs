// npm run build: everything the browser gets, whether or not it is there already.
import { bootstrap, orExit } from './bootstrap/bootstrap.mjs'
import { ensureBuilt } from './bootstrap/build.mjs'

const node = await bootstrap({ dev: false })
await orExit(() => ensureBuilt(node, { force: true }))
