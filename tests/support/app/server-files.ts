// The server as `npm start` runs it.
import { readFileSync } from 'node:fs'
import { inRoot, root } from '../../../scripts/repository.ts'

export const ROOT = root

/** The server in one file: `npm run build` makes it. */
export const SERVER = inRoot('dist', 'server', 'main.mjs')

export const NODE_FLAGS: string[] = JSON.parse(readFileSync(inRoot('scripts', 'node-flags.json'), 'utf8'))
