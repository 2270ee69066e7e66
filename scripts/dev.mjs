// npm run dev: the server, started again whenever its own sources change. With --dev it mounts Vite in front of its
// pages, which brings changes of theirs to the browser without a restart; nothing is built.
import { existsSync, readdirSync } from 'node:fs'
import { bootstrap } from './bootstrap/bootstrap.mjs'
import { become } from './bootstrap/process.mjs'
import { inRoot } from './bootstrap/root.mjs'

const node = await bootstrap({ dev: true })
const features = readdirSync(inRoot('src', 'features')).flatMap((name) =>
  ['contract.ts', 'domain', 'server'].map((part) => `features/${name}/${part}`),
)
const watched = ['main.ts', 'wire.ts', 'wire', 'contract.ts', 'kernel', 'platform', ...features]
  .map((part) => inRoot('src', part))
  .filter((file) => existsSync(file))
const options = [...watched.map((file) => `--watch-path=${file}`), '--watch-preserve-output']
await become(node, [...options, inRoot('src', 'main.ts'), '--dev', ...process.argv.slice(2)])
