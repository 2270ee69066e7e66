// The server as `npm start` runs it.
import { readFileSync } from 'node:fs'
import path from 'node:path'

export const ROOT = path.resolve(import.meta.dirname, '../..')

/** The server in one file: `npm run build` makes it. */
export const SERVER = path.join(ROOT, 'dist', 'server', 'main.mjs')

export const NODE_FLAGS: string[] = JSON.parse(readFileSync(path.join(ROOT, 'scripts', 'node-flags.json'), 'utf8'))
