// npm run dev: the server under "node --watch". With DEV=1 it mounts Vite in front of its pages, so nothing is built.
import { bootstrap } from './bootstrap/bootstrap.mjs'
import { become } from './bootstrap/process.mjs'
import { inRoot } from './bootstrap/root.mjs'

const node = await bootstrap({ dev: true })
process.env.DEV = '1'
await become(node, ['--watch', '--watch-preserve-output', inRoot('src', 'main.ts'), ...process.argv.slice(2)])
