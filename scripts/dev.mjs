// npm run dev: the server under "node --watch". With --dev it mounts Vite in front of its pages, so nothing is built.
import { bootstrap } from './bootstrap/bootstrap.mjs'
import { become } from './bootstrap/process.mjs'
import { inRoot } from './bootstrap/root.mjs'

const node = await bootstrap({ dev: true })
const server = [inRoot('src', 'main.ts'), '--dev', ...process.argv.slice(2)]
await become(node, ['--watch', '--watch-preserve-output', ...server])
