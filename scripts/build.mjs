// npm run build: everything the browser gets, and the server. With --if-changed only when a source changed since the last build.
import { bootstrap, orExit } from './bootstrap/bootstrap.mjs'
import { ensureBuilt } from './bootstrap/build.mjs'

const node = await bootstrap({ dev: false })
await orExit(() => ensureBuilt(node, { force: !process.argv.includes('--if-changed') }))
